import { type LenientPublisher, startLenientPublisher } from './lenient-publisher.ts'

/** Micro-USD that one tool call costs. */
export const priceMicros = 1_000n

/** The buyer that hostile requests come from. */
export const buyer = { email: 'mallory@example.test', key: 'vnb-sk-hostile-0123456789abcdefghijklmnopqrstuvwxyz' }

/** Path of the app under attack. */
export const appPath = '/v1-beta/mcp/victim/echo'

/** A marketplace file (JSON is YAML) with one paid app, whose limits never get in the way. */
function marketplaceOf(upstream: string): string {
  const paid = { price: '0.001', perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  return JSON.stringify({
    publishers: [
      {
        username: 'victim',
        payout: 'connected',
        apiKey: 'victim-upstream-key',
        apps: [{ name: 'echo', adapter: 'mcp', upstream, tiers: { paid } }],
      },
    ],
    buyers: [
      {
        email: buyer.email,
        wallet: '100.00',
        keys: [{ name: 'default', key: buyer.key }],
        purchases: [{ app: 'victim/echo', tier: 'paid' }],
      },
    ],
  })
}

/** A publisher, and the marketplace that has its app. */
export async function startTarget(): Promise<{ publisher: LenientPublisher; marketplace: string }> {
  const publisher = await startLenientPublisher()
  return { publisher, marketplace: marketplaceOf(publisher.url) }
}

/** A decimal USD amount as micro-USD. */
export function microsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

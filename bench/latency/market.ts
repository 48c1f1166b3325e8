import { APP } from './orders.ts'

const keyOf = (index: number) => `vnb-sk-bench-latency-${String(index).padStart(6, '0')}`

/** The e-mail address of a buyer; the first one calls only where it is alone. */
export const emailOf = (index: number) => `bench-${index}@example.test`

/**
 * The keys of so many buyers. Whose wallet alone is hot is not among several: an edge that has too much to do refuses whoever has
 * asked for most in the last seconds.
 */
export function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => keyOf(count === 1 ? 0 : index + 1))
}

/** A marketplace in which they all may call one app for ever. */
export function marketplace(publisher: string, buyers: number): string {
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, monthly: 1_000_000_000 }
  const app = {
    name: 'tools',
    adapter: 'mcp',
    upstream: `${publisher}/mcp`,
    tiers: { paid: { price: '0.000001', ...limits } },
  }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: Array.from({ length: buyers + 1 }, (_, index) => ({
      email: emailOf(index),
      wallet: '1000.00',
      keys: [{ name: 'default', key: keyOf(index) }],
      purchases: [{ app: APP, tier: 'paid' }],
    })),
  })
}

/** A buyer of the run. */
export interface Buyer {
  readonly email: string
  readonly key: string
  /** Whether every call carries an Idempotency-Key and is repeated until it is answered; three of four do so. */
  readonly usesKeys: boolean
}

/** Whose app it is. */
export const PUBLISHER = 'acme'

/** The app that everybody calls. */
export const APP = `${PUBLISHER}/tools`

/** Price of a call, in micro-USD, as the marketplace says it. */
const PRICE = '0.001'

/** Buyers of a run: the first is the hot one, whom half of all calls belong to. */
export function makeBuyers(count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `buyer${index}@example.test`,
    key: `vnb-sk-chaos-${String(index).padStart(6, '0')}`,
    usesKeys: index % 4 !== 3,
  }))
}

/** The marketplace file of a run. */
export function marketplaceOf(buyers: readonly Buyer[], upstream: string): string {
  const limits = { perMinute: 10_000_000, perDay: 10_000_000, monthly: 10_000_000 }
  const app = { name: 'tools', adapter: 'mcp', upstream, timeoutMs: 2000, tiers: { paid: { price: PRICE, ...limits } } }
  return JSON.stringify({
    publishers: [{ username: PUBLISHER, payout: 'connected', apiKey: 'acme-upstream-key', apps: [app] }],
    buyers: buyers.map(({ email, key }) => ({
      email,
      wallet: '1000.00',
      keys: [{ name: 'default', key }],
      purchases: [{ app: APP, tier: 'paid' }],
    })),
  })
}

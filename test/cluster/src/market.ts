/** A buyer of the run. */
export interface Buyer {
  readonly email: string
  readonly key: string
}

/** The apps, by what the tests ask of them. */
export const apps = {
  /** Nothing is ever full; paid by the call. */
  open: 'acme/open',
  /** Paid by the call, and so dear that wallets run out. */
  dear: 'acme/dear',
  /** Free; so many calls a minute. */
  minute: 'acme/minute',
  /** Free; so many billable calls in 30 days. */
  monthly: 'acme/monthly',
  /** Paid; its publisher answers in a stream. */
  stream: 'acme/stream',
} as const

/** An app of the market. */
export type App = (typeof apps)[keyof typeof apps]

export const PER_MINUTE = 40
export const PER_MONTH = 60
export const DEAR_MICROS = 10_000n
const OPEN_MICROS = 1_000n

const unlimited = { perMinute: 100_000_000, perDay: 100_000_000, monthly: 100_000_000 }

/** Makes so many buyers, with names that start alike. */
export function makeBuyers(group: string, count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `${group}${index}@example.test`,
    key: `vnb-sk-cluster-${group}-${String(index).padStart(6, '0')}`,
  }))
}

/** A group of buyers: what they bought, and what is in their wallets. */
export interface Group {
  readonly buyers: readonly Buyer[]
  readonly app: App
  readonly wallet: string
}

/** The marketplace file. */
export function marketplaceOf(groups: readonly Group[], upstream: string): string {
  return JSON.stringify({
    publishers: [
      {
        username: 'acme',
        payout: 'connected',
        apiKey: 'acme-upstream-key',
        apps: [
          appOf('open', upstream, { paid: { price: decimal(OPEN_MICROS), ...unlimited } }),
          appOf('dear', upstream, { paid: { price: decimal(DEAR_MICROS), ...unlimited } }),
          appOf('stream', `${upstream}/stream`, { paid: { price: decimal(OPEN_MICROS), ...unlimited } }),
          appOf('minute', upstream, { free: { ...unlimited, perMinute: PER_MINUTE } }),
          appOf('monthly', upstream, { free: { ...unlimited, monthly: PER_MONTH } }),
        ],
      },
    ],
    buyers: groups.flatMap(({ buyers, app, wallet }) =>
      buyers.map(({ email, key }) => ({
        email,
        wallet,
        keys: [{ name: 'default', key }],
        purchases: [{ app, tier: app === apps.minute || app === apps.monthly ? 'free' : 'paid' }],
      })),
    ),
  })
}

const appOf = (name: string, upstream: string, tiers: object) => ({ name, adapter: 'mcp', upstream, tiers })

const decimal = (micros: bigint) => (Number(micros) / 1e6).toFixed(6)

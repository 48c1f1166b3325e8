/** What a buyer of the run does: calls, calls with keys that have limits, or calls that become tasks. */
type Kind = 'plain' | 'capped' | 'tasks'

/** A buyer of the run. */
export interface Buyer {
  readonly email: string
  readonly kind: Kind
  /** What it calls with: one key, or the leaves of a tree of keys with limits. */
  readonly keys: readonly string[]
  /** Whether every call carries an Idempotency-Key and is repeated until it is answered; half of all buyers do so. */
  readonly usesKeys: boolean
}

/** Whose apps they are. */
export const PUBLISHER = 'acme'

/** The app that answers at once. */
export const APP = `${PUBLISHER}/tools`

/** Apps whose calls become tasks: paid when their result is delivered, and when the publisher takes them on. */
export const SLOW_APP = `${PUBLISHER}/slow`
export const PREPAID_APP = `${PUBLISHER}/prepaid`

/** The app that promises a form of its output and when its answers begin; calls that break it are free. */
export const EXACT_APP = `${PUBLISHER}/exact`
export const FIRST_BYTE_MS = 800

/** Price of a call, in micro-USD and as the marketplace says it. */
const PRICE_MICROS = 1000n
const PRICE = '0.001'

/** Name of the key that stands above all others of a tree. */
export const ROOT = 'root'
const capOf = (calls: number) => `0.${String(BigInt(calls) * PRICE_MICROS).padStart(6, '0')}`

/** What keys of a tree may spend, in calls; the root is what binds in the end: the leaves could spend half as much again. */
const CAPS = { root: 60, left: 40, leaf: 25 }
const LEAVES = [
  { name: 'left-1', parent: 'left' },
  { name: 'left-2', parent: 'left' },
  { name: 'right-1', parent: 'right' },
  { name: 'right-2', parent: 'right' },
]

const kinds = ['plain', 'capped', 'tasks', 'plain'] as const

/** Buyers of a run: the first is the hot one, whom half of all calls belong to. */
export function makeBuyers(count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? 'plain'
    const keyOf = (name: string) => `vnb-sk-chaos-${String(index).padStart(6, '0')}-${name}`
    const keys = kind === 'capped' ? LEAVES.map(({ name }) => keyOf(name)) : [keyOf('default')]
    return { email: `buyer${index}@example.test`, kind, keys, usesKeys: index % 4 < 2 }
  })
}

/** Three generations of keys, all with limits but one. */
function treeOf({ keys }: Buyer): object[] {
  const [first = ''] = keys
  const above = (name: string) => first.replace(/left-1$/, name)
  return [
    { name: ROOT, key: above(ROOT), limits: { total: capOf(CAPS.root), concurrent: 12 } },
    { name: 'left', parent: ROOT, key: above('left'), limits: { total: capOf(CAPS.left) } },
    { name: 'right', parent: ROOT, key: above('right') },
    ...LEAVES.map(({ name, parent }, index) => ({
      name,
      parent,
      key: keys[index],
      limits: { total: capOf(CAPS.leaf), perDay: capOf(CAPS.leaf), concurrent: 4, apps: [APP] },
    })),
  ]
}

/** The marketplace file of a run. */
export function marketplaceOf(
  buyers: readonly Buyer[],
  upstreams: { tools: string; tasks: string; exact: string },
): string {
  const limits = { perMinute: 10_000_000, perDay: 10_000_000, monthly: 10_000_000 }
  const app = { adapter: 'mcp', timeoutMs: 2000, tiers: { paid: { price: PRICE, ...limits } } }
  const apps = [
    { name: 'tools', upstream: upstreams.tools, ...app },
    { name: 'slow', upstream: upstreams.tasks, ...app },
    { name: 'prepaid', upstream: upstreams.tasks, ...app, chargeTasks: 'acceptance' },
    { name: 'exact', upstream: upstreams.exact, ...app, promises: { outputSchema: true, firstByteMs: FIRST_BYTE_MS } },
  ]
  return JSON.stringify({
    publishers: [{ username: PUBLISHER, payout: 'connected', apiKey: 'acme-upstream-key', apps }],
    buyers: buyers.map(buyer => ({
      email: buyer.email,
      wallet: '1000.00',
      keys: buyer.kind === 'capped' ? treeOf(buyer) : [{ name: 'default', key: buyer.keys[0] }],
      purchases: [APP, SLOW_APP, PREPAID_APP, EXACT_APP].map(name => ({ app: name, tier: 'paid' })),
    })),
  })
}

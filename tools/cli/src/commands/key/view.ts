import type { auth, billing } from '@mtg/contracts'
import { formatMicros, fromBillingLimits, writtenLimits } from '@mtg/marketplace'
import { fromTimestamp, toBigint } from '@mtg/rpc'

/** What is shown of a key. */
export type KeyView = ReturnType<typeof viewOfKey>

/** A key, without what would let anybody use it. */
export function viewOfKey(key: auth.ApiKey__Output, limited: billing.LimitedKey__Output | undefined) {
  const expiresAt = fromTimestamp(key.expiresAt)
  return {
    id: key.keyId,
    name: key.name,
    shown: `${key.prefix}...${key.lastFour}`,
    scope: key.scope,
    createdAt: fromTimestamp(key.createdAt)?.toISOString() ?? '',
    revokedAt: fromTimestamp(key.revokedAt)?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    parentId: key.ancestorIds.at(-1) ?? null,
    generation: key.ancestorIds.length + 1,
    limits: writtenLimits({ ...fromBillingLimits(limited?.limits), expiresAt }),
    spending: limited?.spending ? spendingOf(limited.spending) : null,
  }
}

function spendingOf(spending: billing.KeySpending__Output) {
  const usd = (micros: string) => formatMicros(toBigint(micros))
  return {
    total: usd(spending.totalMicros),
    today: usd(spending.todayMicros),
    last30Days: usd(spending.last30DaysMicros),
    underWay: Number(spending.openCalls),
    countedSince: fromTimestamp(spending.countedSince)?.toISOString() ?? null,
  }
}

/** What a key has used of its caps, in one line; keys without limits are not counted. */
export function spendingText({ spending, limits }: KeyView): string {
  if (spending === null) return ''
  const parts: [what: string, spent: string, cap: string | undefined][] = [
    ['', spending.total, limits.total],
    [' today', spending.today, limits.perDay],
    [' in 30 days', spending.last30Days, limits.per30Days],
  ]
  return parts
    .filter(([what, , cap]) => what === '' || cap !== undefined)
    .map(([what, spent, cap]) => (cap === undefined ? `${spent}${what}` : `${spent} of ${cap}${what}`))
    .join(', ')
}

/** Limits in the form in which they are given, in one line. */
export function limitsText({ limits }: KeyView): string {
  const { total, perDay, per30Days, expiresAt } = limits
  const caps = Object.entries({ total, perDay, per30Days, expiresAt })
  const given = caps.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return [...given, otherLimitsText({ limits })].filter(Boolean).join(' ')
}

/** Those that are neither caps nor an expiry, in one line. */
export function otherLimitsText({ limits }: Pick<KeyView, 'limits'>): string {
  const { maxPrice, apps = [], tools = [], concurrent, loop } = limits
  return [
    ...(maxPrice === undefined ? [] : [`maxPrice=${maxPrice}`]),
    ...(apps.length === 0 ? [] : [`apps=${apps.join(',')}`]),
    ...(tools.length === 0 ? [] : [`tools=${tools.join(',')}`]),
    ...(concurrent === undefined ? [] : [`concurrent=${concurrent}`]),
    ...(loop === undefined ? [] : [`loop=${loop.calls}/${loop.seconds}`]),
  ].join(' ')
}

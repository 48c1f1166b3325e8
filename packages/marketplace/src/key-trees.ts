import { formatMicros } from '@mtg/primitives'
import type { Contradiction } from './consistency.ts'
import type { Path } from './document.ts'
import type { KeyLimits } from './key-limits.ts'
import type { MarketplaceContent, MarketplaceKey } from './schema.ts'

const GENERATIONS_MAX = 5

interface KeyFault {
  /** Below the key. */
  readonly path: Path
  readonly reason: string
}

/**
 * Keys of a checked file that stand below themselves or too deep, or are wider than a key of the file above them. A parent that is
 * not in the file may exist in the system: then auth and billing are the judges, as they are of scopes.
 */
export function findKeyContradictions({ buyers }: MarketplaceContent): Contradiction[] {
  return buyers.flatMap(({ keys }, buyerAt) => {
    const byName = new Map(keys.map(key => [key.name, key]))
    return keys.flatMap((key, keyAt) =>
      faultsOf(key, byName).map(({ path, reason }) => ({
        path: ['buyers', buyerAt, 'keys', keyAt, ...path],
        reason,
      })),
    )
  })
}

function faultsOf(key: MarketplaceKey, byName: ReadonlyMap<string, MarketplaceKey>): KeyFault[] {
  const ancestors: MarketplaceKey[] = []
  for (let above = parentOf(key, byName); above !== undefined; above = parentOf(above, byName)) {
    if (above === key) return [{ path: ['parent'], reason: 'leads back to the key itself' }]
    // The circle is above: whoever is part of it is told.
    if (ancestors.includes(above)) return []
    ancestors.push(above)
  }
  if (ancestors.length >= GENERATIONS_MAX) {
    return [
      {
        path: ['parent'],
        reason: `makes this key one of generation ${ancestors.length + 1}: there are ${GENERATIONS_MAX}`,
      },
    ]
  }
  return [...widerNumbers(key, ancestors), ...laterExpiry(key, ancestors), ...widerLists(key, ancestors)]
}

const parentOf = ({ parent }: MarketplaceKey, byName: ReadonlyMap<string, MarketplaceKey>) =>
  parent === undefined ? undefined : byName.get(parent)

const numbers = ['total', 'perDay', 'per30Days', 'maxPrice', 'concurrent'] as const

function widerNumbers({ limits }: MarketplaceKey, ancestors: readonly MarketplaceKey[]): KeyFault[] {
  return numbers.flatMap(field => {
    const own = limits[field]
    const narrower = ancestors.find(above => own !== undefined && (above.limits[field] ?? own) < own)
    if (narrower === undefined) return []
    const reason = `must not be above ${shown(narrower.limits[field])} of the key "${narrower.name}" above it`
    return [{ path: ['limits', field], reason }]
  })
}

const shown = (value: KeyLimits[(typeof numbers)[number]]) =>
  typeof value === 'bigint' ? formatMicros(value) : String(value)

function laterExpiry({ limits: { expiresAt } }: MarketplaceKey, ancestors: readonly MarketplaceKey[]): KeyFault[] {
  if (expiresAt === undefined) return []
  const sooner = ancestors.find(({ limits }) => limits.expiresAt !== undefined && limits.expiresAt < expiresAt)
  if (sooner === undefined) return []
  return [{ path: ['limits', 'expiresAt'], reason: `must not be after that of the key "${sooner.name}" above it` }]
}

function widerLists({ limits }: MarketplaceKey, ancestors: readonly MarketplaceKey[]): KeyFault[] {
  return (['apps', 'tools'] as const).flatMap(field =>
    (limits[field] ?? []).flatMap((entry, at) => {
      const narrower = ancestors.find(above => !isAllowed(entry, above.limits))
      if (narrower === undefined) return []
      return [{ path: ['limits', field, at], reason: `the key "${narrower.name}" above it does not allow "${entry}"` }]
    }),
  )
}

/** Whether a key with such lists may call the app, or the tool. */
function isAllowed(entry: string, { apps, tools }: KeyLimits): boolean {
  if (apps === undefined && tools === undefined) return true
  const [app = ''] = entry.split('#')
  return apps?.includes(app) === true || tools?.includes(entry) === true
}

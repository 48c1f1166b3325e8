import type { Invalidation } from './invalidations.ts'

/** Whose facts may have changed: of one buyer, of one publisher (by username), or of anybody. */
export type FactsChange = { readonly buyerId: string } | { readonly publisher: string } | 'everything'

/** Which facts that were read before are out of date, because something has changed since that they are about. */
export interface StaleFacts {
  /** To be taken before facts are read. */
  mark(): number
  note(change: FactsChange): void
  /** Whether facts about a buyer and, if given, a publisher may have changed since the mark. */
  isStale(mark: number, buyerId: string, publisher?: string): boolean
}

/** Of more changes than that the oldest are not told apart: what was read before them is out of date, whoever it is about. */
const CHANGES_MAX = 10_000

/** Knows of no change. */
export function createStaleFacts(changesMax = CHANGES_MAX): StaleFacts {
  const ofBuyers = new Map<string, number>()
  const ofPublishers = new Map<string, number>()
  let changes = 0
  /** What was read before this change is out of date in any case. */
  let allUpTo = 0

  function noteIn(names: Map<string, number>, name: string): void {
    // Those that changed last come last.
    names.delete(name)
    names.set(name, changes)
    if (names.size <= changesMax) return
    const [oldest] = names
    if (oldest === undefined) return
    allUpTo = Math.max(allUpTo, oldest[1])
    names.delete(oldest[0])
  }

  return {
    mark: () => changes,
    note(change) {
      changes += 1
      if (change === 'everything') {
        allUpTo = changes
        ofBuyers.clear()
        ofPublishers.clear()
      } else if ('buyerId' in change) noteIn(ofBuyers, change.buyerId)
      else noteIn(ofPublishers, change.publisher)
    },
    isStale(mark, buyerId, publisher) {
      if (mark < allUpTo || mark < (ofBuyers.get(buyerId) ?? 0)) return true
      return publisher !== undefined && mark < (ofPublishers.get(publisher) ?? 0)
    },
  }
}

/** What an invalidation of what calls go by is about. */
export function changeTold({ kind, id }: Invalidation & { readonly kind: CallFactsKind }): FactsChange {
  if (id === '') return 'everything'
  return kind === 'catalogue' ? { publisher: id } : { buyerId: id }
}

/** Invalidations of what calls go by; the others are about who calls. */
export type CallFactsKind = 'catalogue' | 'purchases' | 'key_limits'

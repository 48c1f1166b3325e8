import { appError } from '@mtg/errors'
import { messageLimits } from './message-size.ts'
import type { Unanswered, Waiting } from './unanswered.ts'

/** Of those that shared a stream which broke, so many go together next time. */
const SHRINK = 8
/** Streams that may break under an item alone before it is given up: servers may have died by chance. */
const BROKEN_ALONE_MAX = 3

/** Items whose stream broke: one of them may have broken it, so they go on apart from others, in ever smaller groups. */
export interface Suspects<Item, Result> {
  readonly size: number
  /** Notes that a stream broke that carried these. Items that broke streams all alone are given up. */
  blame(entries: readonly Waiting<Item, Result>[]): void
  /** The next group to try. */
  take(): Waiting<Item, Result>[]
  /** Forgets those that were answered meanwhile. */
  sweep(): void
}

/** Makes the list. `gaveUp` hears of each item that is refused for good. */
export function createSuspects<Item, Result>(
  waiting: Unanswered<Item, Result>,
  gaveUp: () => void,
): Suspects<Item, Result> {
  let suspects: Waiting<Item, Result>[] = []

  function giveUp(entry: Waiting<Item, Result>): void {
    gaveUp()
    const detail = { reason: 'every stream that carried it broke' }
    waiting.remove(entry)?.reject(appError('internal_error', { detail }))
  }

  return {
    get size() {
      return suspects.length
    },
    blame(entries) {
      const sharers = Math.min(entries.length, messageLimits.batchItemsMax)
      for (const entry of entries) {
        if (entry.question === undefined) continue
        if (entries.length === 1) entry.brokenAlone += 1
        const company = entry.companyMax === 0 ? sharers : Math.min(entry.companyMax, sharers)
        entry.companyMax = Math.max(1, Math.floor(company / SHRINK))
        if (entry.brokenAlone >= BROKEN_ALONE_MAX) giveUp(entry)
        else suspects.push(entry)
      }
    },
    take() {
      let companyMax = suspects[0]?.companyMax ?? 0
      let bytes = 0
      let count = 0
      for (const entry of suspects) {
        companyMax = Math.min(companyMax, entry.companyMax)
        bytes += entry.bytes
        if (count >= companyMax || (count > 0 && bytes > messageLimits.batchBytesMax)) break
        count += 1
      }
      return suspects.splice(0, count)
    },
    sweep() {
      suspects = suspects.filter(entry => entry.question !== undefined)
    },
  }
}

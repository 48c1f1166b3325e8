import { services } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { describeActs, int64Of } from '@mtg/rpc'
import { countDeadLetters, findDeadLetters, listDeadLetters } from '../store/dead-letters.ts'

const LETTERS_SHOWN = 50

/** How many there are, and why those were refused that are tried first; nothing of what they hold. */
async function lettersBefore(db: Queryable, named: readonly string[]): Promise<object> {
  const ids = named.slice(0, LETTERS_SHOWN).map(id => int64Of(id, 'dead_letter_ids'))
  const letters = await (ids.length > 0 ? findDeadLetters(db, ids) : listDeadLetters(db, 0n, LETTERS_SHOWN))
  return {
    kept: await countDeadLetters(db),
    letters: letters.map(({ id, reason, deliveryCount }) => ({ id: id.toString(), reason, deliveryCount })),
  }
}

/** What the audit log says of what operators do to usage. */
export const meteringActs = (db: Queryable) => [
  describeActs(services.metering.DeadLetterService, {
    ReplayDeadLetters: {
      target: () => 'dead-letters',
      asked: ({ deadLetterIds }) => ({ count: deadLetterIds.length || 'all' }),
      before: ({ deadLetterIds }) => lettersBefore(db, deadLetterIds),
      after: ({ replayedCount = 0, failedCount = 0 }) => ({ replayed: replayedCount, failed: failedCount }),
    },
  }),
  describeActs(services.metering.MonthService, {
    SealMonths: { target: () => 'usage', after: ({ months = [] }) => ({ months }) },
    ExportMonths: { target: () => 'usage', after: ({ months = [], location }) => ({ months, location }) },
  }),
]

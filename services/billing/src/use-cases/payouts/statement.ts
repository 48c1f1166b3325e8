import { type billing } from '@mtg/contracts'
import type { Queryable } from '@mtg/postgres'
import { invalidField, nameOf, required, timeOf } from '@mtg/rpc'
import { netMicros } from '../../domain/journal.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { requirePublisher } from './publisher.ts'

const HOUR_MS = 3_600_000

/** What a publisher was owed before a period, what changed it, and after. */
export async function makeStatement(
  db: Queryable,
  request: billing.GetStatementRequest__Output,
): Promise<billing.GetStatementResponse> {
  const publisher = await requirePublisher(db, nameOf(request.username, 'username'))
  const from = fullHour(timeOf(required(request.from, 'from'), 'from'), 'from')
  const to = fullHour(timeOf(required(request.to, 'to'), 'to'), 'to')
  if (from >= to) throw invalidField('to', 'must be after from')
  const openingMicros = netMicros(await sumPayable(db, publisher.id, { to: from }))
  const sums = await sumPayable(db, publisher.id, { from, to })
  return {
    openingMicros: openingMicros.toString(),
    lines: sums.map(({ kind, entryCount, creditedMicros, debitedMicros }) => ({
      kind,
      entryCount: entryCount.toString(),
      amountMicros: (creditedMicros - debitedMicros).toString(),
    })),
    closingMicros: (openingMicros + netMicros(sums)).toString(),
  }
}

function fullHour(time: Date | undefined, field: string): Date {
  if (time === undefined || time.getTime() % HOUR_MS !== 0) throw invalidField(field, 'must be a full hour (UTC)')
  return time
}

import { createHash } from 'node:crypto'
import type { Sealing } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import type { Reach } from '../../domain/failpoints.ts'
import type { PeriodPart, SettledPeriod } from '../../domain/settled-period.ts'
import { FORMAT, readLines } from '../../store/settled/lines.ts'
import { closePeriod, listPeriods, sealPeriod } from '../../store/settled/periods.ts'

/**
 * Seals the months that ended so many days ago, in their order, as far as that goes. A month that was closed when a process died is
 * read again from the beginning; two processes at once come to the same.
 */
export async function sealDue(db: Queryable, endedForDays: number, reach: Reach): Promise<Sealing> {
  const sealed: string[] = []
  for (const period of await listPeriods(db)) {
    if (period.seal !== null) continue
    const refusal = await closePeriod(db, period.month, endedForDays)
    if (refusal !== '') return { sealed, next: { month: period.month, refusal } }
    reach('period_closed')
    const [calls, entries] = [await readPart(db, period, 'calls'), await readPart(db, period, 'entries')]
    await sealPeriod(db, period.month, {
      format: FORMAT,
      callCount: calls.count,
      entryCount: entries.count,
      amountMicros: entries.amountMicros,
      callsDigest: calls.digest,
      entriesDigest: entries.digest,
    })
    reach('period_sealed')
    sealed.push(period.month)
  }
  return { sealed, next: undefined }
}

/** The rows of a part of a month, counted and digested: the digest is that of its file. */
export async function readPart(db: Queryable, period: SettledPeriod, part: PeriodPart) {
  const hash = createHash('sha256')
  let count = 0n
  let amountMicros = 0n
  for await (const lines of readLines(db, period, part)) {
    hash.update(lines.text)
    count += BigInt(lines.count)
    amountMicros += lines.amountMicros
  }
  return { digest: hash.digest('hex'), count, amountMicros }
}

import { type Archive, contentBreach } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import type { Reach } from '../../domain/failpoints.ts'
import { digestIn, fileOf, type PeriodPart, periodParts, type SettledPeriod } from '../../domain/settled-period.ts'
import { readLines } from '../../store/settled/lines.ts'
import { listPeriods, noteExported } from '../../store/settled/periods.ts'

/** Writes the files of sealed months that have none yet, reads them again, and notes where they are; answers with the months. */
export async function exportSealed(db: Queryable, archive: Archive, reach: Reach): Promise<string[]> {
  const exported: string[] = []
  for (const period of await listPeriods(db)) {
    if (period.state !== 'sealed' || period.exportedAt !== null) continue
    for (const part of periodParts) await archive.write(fileOf(period.month, part), textOf(db, period, part))
    await archive.write(`seal-${period.month}.json`, manifestOf(period))
    reach('period_written')
    const breaches = await checkFiles(archive, period)
    if (breaches.length > 0) throw new Error(breaches.join('; '))
    await noteExported(db, period.month, archive.location)
    exported.push(period.month)
  }
  return exported
}

async function* textOf(db: Queryable, period: SettledPeriod, part: PeriodPart): AsyncGenerator<string> {
  for await (const { text } of readLines(db, period, part)) yield text
}

/** What the seal is made of, so that the files can be proven without a database. */
async function* manifestOf(period: SettledPeriod): AsyncGenerator<string> {
  const { lowerId: _lower, upperId: _upper, location: _location, exportedAt: _exported, ...facts } = period
  yield `${JSON.stringify(facts, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`
}

/** What is wrong with the files of a sealed month. */
export async function checkFiles(archive: Archive, period: SettledPeriod): Promise<string[]> {
  const breaches: string[] = []
  for (const part of periodParts) {
    const breach = await contentBreach(archive, fileOf(period.month, part), digestIn(period, part))
    if (breach !== undefined) breaches.push(breach)
  }
  return breaches
}

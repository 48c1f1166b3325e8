import type { Archive } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import { digestIn, periodParts, type SettledPeriod } from '../../domain/settled-period.ts'
import { checkFiles } from './export.ts'
import { readPart } from './seal.ts'

/**
 * What is wrong with a sealed month: its rows are digested again, and its files where there are some. That the seals are a chain, and
 * months that are not sealed, are for `verifyLedger`.
 */
export async function verifyPeriod(
  db: Queryable,
  archive: Archive | undefined,
  period: SettledPeriod,
): Promise<string[]> {
  const breaches: string[] = []
  if (period.state === 'sealed') {
    for (const part of periodParts) {
      const { digest } = await readPart(db, period, part)
      if (digest !== digestIn(period, part)) breaches.push(`${part} of ${period.month} are not what was sealed`)
    }
  }
  if (period.exportedAt === null) return breaches
  if (archive !== undefined) return [...breaches, ...(await checkFiles(archive, period))]
  if (period.state === 'dropped') breaches.push(`LEDGER_EXPORT_DIR is not set: ${period.month} is out of reach`)
  return breaches
}

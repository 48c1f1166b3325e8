import { type Archive, contentBreach } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import { fileOf, type UsageMonth } from '../../domain/usage-month.ts'
import { listMonths } from '../../store/sealed-months.ts'
import { readMonth } from './seal-due.ts'

/**
 * What is wrong with a sealed month: its seal is made again and held against the one before, its records are digested again, and its
 * file where there is one. Undefined when no such month is sealed.
 */
export async function verifyMonth(
  db: Queryable,
  archive: Archive | undefined,
  month: string,
): Promise<string[] | undefined> {
  const months = await listMonths(db)
  const index = months.findIndex(known => known.month === month)
  const found = months[index]
  if (found === undefined || found.seal === null) return undefined
  const breaches = chainBreaches(found, months[index - 1])
  if (found.state === 'sealed' && (await readMonth(db, month)).recordsDigest !== found.recordsDigest) {
    breaches.push(`the records of ${month} are not what was sealed`)
  }
  if (found.exportedAt === null) return breaches
  const breach =
    archive === undefined
      ? `USAGE_EXPORT_DIR is not set: the file of ${month} is out of reach`
      : await contentBreach(archive, fileOf(month), found.recordsDigest)
  return breach === undefined ? breaches : [...breaches, breach]
}

function chainBreaches({ month, seal, rightSeal, previousSeal }: UsageMonth, before: UsageMonth | undefined): string[] {
  return [
    ...(seal === rightSeal ? [] : [`the seal of ${month} is not that of what it consists of`]),
    ...(previousSeal === (before?.seal ?? '') ? [] : [`the seal of ${month} does not follow the one before it`]),
  ]
}

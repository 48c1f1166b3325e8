import { type Archive, contentBreach } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import { fileOf, type UsageMonth } from '../../domain/usage-month.ts'
import { readLines } from '../../store/month-lines.ts'
import { listMonths, noteExported } from '../../store/sealed-months.ts'

/** Writes the files of sealed months that have none yet, reads them again, and notes where they are; answers with the months. */
export async function exportSealed(db: Queryable, archive: Archive): Promise<string[]> {
  const exported: string[] = []
  for (const sealed of await listMonths(db)) {
    if (sealed.state !== 'sealed' || sealed.exportedAt !== null) continue
    const { month, recordsDigest } = sealed
    await archive.write(fileOf(month), textOf(db, month))
    await archive.write(`usage-seal-${month}.json`, manifestOf(sealed))
    const breach = await contentBreach(archive, fileOf(month), recordsDigest)
    if (breach !== undefined) throw new Error(breach)
    await noteExported(db, month, archive.location)
    exported.push(month)
  }
  return exported
}

async function* textOf(db: Queryable, month: string): AsyncGenerator<string> {
  for await (const { text } of readLines(db, month)) yield text
}

/** What the seal is made of, so that the file can be proven without a database. */
async function* manifestOf({ month, recordCount, chargedMicros, ...rest }: UsageMonth): AsyncGenerator<string> {
  const { recordsDigest, previousSeal, seal, sealedAt } = rest
  const counts = { recordCount: String(recordCount), chargedMicros: String(chargedMicros) }
  yield `${JSON.stringify({ month, ...counts, recordsDigest, previousSeal, seal, sealedAt }, null, 2)}\n`
}

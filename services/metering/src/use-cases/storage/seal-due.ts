import { createHash } from 'node:crypto'
import type { Sealing } from '@mtg/archive'
import type { Queryable } from '@mtg/postgres'
import { FORMAT, readLines } from '../../store/month-lines.ts'
import { closeMonth, listUnsealed, sealMonth } from '../../store/sealed-months.ts'

/**
 * Seals the months that ended so many days ago, in their order, as far as that goes. A month that was closed when a process died is
 * read again from the beginning; two processes at once come to the same.
 */
export async function sealDue(db: Queryable, endedForDays: number): Promise<Sealing> {
  const sealed: string[] = []
  for (const month of await listUnsealed(db, endedForDays)) {
    const refusal = await closeMonth(db, month, endedForDays)
    if (refusal !== '') return { sealed, next: { month, refusal } }
    await sealMonth(db, month, { format: FORMAT, ...(await readMonth(db, month)) })
    sealed.push(month)
  }
  return { sealed, next: undefined }
}

/** The records of a month, counted and digested: the digest is that of its file. */
export async function readMonth(db: Queryable, month: string) {
  const hash = createHash('sha256')
  let recordCount = 0n
  let chargedMicros = 0n
  for await (const lines of readLines(db, month)) {
    hash.update(lines.text)
    recordCount += BigInt(lines.count)
    chargedMicros += lines.chargedMicros
  }
  return { recordsDigest: hash.digest('hex'), recordCount, chargedMicros }
}

import type { Queryable } from '@mtg/postgres'
import { type KindSum, netMicros } from '../../domain/journal.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { requirePublisher } from '../../store/publisher-accounts.ts'

/** What a publisher was owed before a period, what changed it, and what it was owed after. */
export interface Statement {
  readonly openingMicros: bigint
  readonly sums: readonly KindSum[]
  readonly closingMicros: bigint
}

/** The statement of a publisher between two full hours. */
export async function makeStatement(
  db: Queryable,
  username: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Statement> {
  const publisher = await requirePublisher(db, username)
  const openingMicros = netMicros(await sumPayable(db, publisher.id, { to: from }))
  const sums = await sumPayable(db, publisher.id, { from, to })
  return { openingMicros, sums, closingMicros: openingMicros + netMicros(sums) }
}

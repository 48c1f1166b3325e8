import type { Queryable } from '@mtg/postgres'
import { runTranslated } from '@mtg/postgres/prisma'
import type { BuyerId, KeyId } from '@mtg/primitives'
import type { Transaction } from './prisma.ts'

/** A key or a buyer of which what was known may no longer hold. */
export type CallerChange =
  | { readonly kind: 'key'; readonly id: KeyId }
  | { readonly kind: 'buyer'; readonly id: BuyerId }

/** What had changed when a question was answered. */
export interface ChangesSince {
  /** All transactions below it had ended: where the next question begins. */
  readonly next: bigint
  /** Above every transaction that there had been. */
  readonly end: bigint
  readonly changes: readonly CallerChange[]
}

type Row = { readonly next: string; readonly end: string } & (
  | { readonly kind: null }
  | { readonly kind: 'key'; readonly subject_id: KeyId }
  | { readonly kind: 'buyer'; readonly subject_id: BuyerId }
)

// What the snapshot before could not see was made by a transaction at or above that snapshot's xmin, whenever it began.
const FIND = {
  name: 'find-caller-changes',
  text: `
    SELECT seen.xmin::text AS next, seen.xmax::text AS "end", change.kind, change.subject_id
    FROM (SELECT pg_snapshot_xmin(now_seen)::text::bigint AS xmin, pg_snapshot_xmax(now_seen)::text::bigint AS xmax
          FROM pg_current_snapshot() AS now_seen) AS seen
    LEFT JOIN LATERAL (
      SELECT DISTINCT kind, subject_id FROM caller_changes WHERE transaction_id >= $1::bigint LIMIT $2::int
    ) AS change ON true`,
}

const FORGET = {
  name: 'forget-caller-changes',
  text: "DELETE FROM caller_changes WHERE made_at < now() - interval '1 hour'",
}

/** What was changed by transactions at or above `since`, and by those that had not ended then; at most `limit`. */
export async function findCallerChanges(db: Queryable, since: bigint, limit: number): Promise<ChangesSince> {
  const rows = await db.query<Row>(FIND, [since.toString(), limit])
  const [first] = rows
  return {
    next: BigInt(first?.next ?? 0),
    end: BigInt(first?.end ?? 0),
    changes: rows.flatMap(toChange),
  }
}

function toChange(row: Row): CallerChange[] {
  if (row.kind === null) return []
  return row.kind === 'key' ? [{ kind: row.kind, id: row.subject_id }] : [{ kind: row.kind, id: row.subject_id }]
}

/** Notes that what is known of tokens of these keys no longer holds; other changes are noted where they are written. */
export async function noteKeyChanges(db: Transaction, keyIds: readonly KeyId[]): Promise<void> {
  await runTranslated(db.callerChange.createMany({ data: keyIds.map(subjectId => ({ kind: 'key', subjectId })) }))
}

/** Forgets changes that everybody who asks has been told of. */
export async function forgetCallerChanges(db: Queryable): Promise<void> {
  await db.query(FORGET)
}

import type { Database } from '@mtg/postgres'
import { type CallerChange, findCallerChanges } from '../store/caller-changes.ts'

/** What changed of callers since an earlier answer. */
export interface CallerNews {
  /** Where the next question begins. */
  readonly next: bigint
  readonly changes: readonly CallerChange[]
  /** Nothing may hold any longer: too much has changed, or the question comes from another history of the database. */
  readonly everything: boolean
}

const CHANGES_MAX = 1_000

/** Lists what changed since `since`; undefined: from now on. */
export async function listCallerChanges(db: Database, since: bigint | undefined): Promise<CallerNews> {
  const { next, end, changes } = await findCallerChanges(db, since ?? 0n, since === undefined ? 0 : CHANGES_MAX + 1)
  const everything = changes.length > CHANGES_MAX || (since !== undefined && since > end)
  return { next, everything, changes: everything ? [] : changes }
}

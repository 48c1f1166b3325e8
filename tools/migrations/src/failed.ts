import { checksumOf, readUnfinished, type WrittenMigration } from './applied.ts'
import { type Target, withClient } from './connection.ts'
import { isOneTransaction } from './yielding.ts'

/** Migrations that ended half way, by what may be done about them. */
interface FailedMigrations {
  /** Ran as one transaction, which PostgreSQL has undone: they may simply run again. */
  readonly undone: readonly string[]
  /** May have left something behind, or were changed since: somebody has to look. */
  readonly unclear: readonly string[]
}

/** What failed the last time. Something that still runs has not failed. */
export async function findFailed(target: Target, written: readonly WrittenMigration[]): Promise<FailedMigrations> {
  const unfinished = await readUnfinished(target)
  if (unfinished.length === 0) return { undone: [], unclear: [] }
  await refuseWhileRunning(target, unfinished.map(({ name }) => name).join(', '))
  const scripts = new Map(written.map(({ name, sql }) => [name, sql]))
  const isUndone = ({ name, checksum }: { readonly name: string; readonly checksum: string }) => {
    const sql = scripts.get(name)
    return sql !== undefined && checksumOf(sql) === checksum && isOneTransaction(sql)
  }
  return {
    undone: unfinished.filter(isUndone).map(({ name }) => name),
    unclear: unfinished.filter(each => !isUndone(each)).map(({ name }) => name),
  }
}

// Whoever waits for its turn holds nothing yet.
const RUNNING = `
  SELECT 1 FROM pg_stat_activity
   WHERE datname = current_database() AND application_name = 'mtg-migrations' AND state <> 'idle'
     AND pid <> pg_backend_pid() AND (wait_event_type, wait_event) IS DISTINCT FROM ('Lock', 'advisory')`

/** A process that was killed leaves its statement running in the server: it may yet be committed. */
async function refuseWhileRunning(target: Target, names: string): Promise<void> {
  const running = await withClient(target, client => client.query(RUNNING))
  if (running.rowCount) {
    throw new Error(`${names} still runs in the server, though nobody waits for it: try again later`)
  }
}

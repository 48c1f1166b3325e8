import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Well below PostgreSQL's deadlock_timeout (1 s), so that it is always the migration that gives way. */
const LOCK_WAIT_MS = 200
const PAUSE_MS = 100
const GIVE_UP_MS = 60_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** What a script cannot be run again after, or not in a transaction at all. */
const OWN_TRANSACTIONS = /\b(COMMIT|CONCURRENTLY)\b/i

/** Whether a script runs as one transaction, so that nothing is left of it when it fails. */
export function isOneTransaction(script: string): boolean {
  return !OWN_TRANSACTIONS.test(script)
}

/**
 * Runs a script as one transaction that waits for no lock for long: whoever uses a table would wait behind it. When it does not
 * get its locks, it is undone and run again, for a minute at most.
 */
export async function runYielding(pool: Pool, script: string): Promise<void> {
  if (!isOneTransaction(script)) return void (await pool.query(script))
  // One connection for all: a pool drops the one whose query failed, and its settings with it.
  const client = await pool.connect()
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`)
    await runUntilApplied(client, script)
    await client.query('RESET lock_timeout')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function runUntilApplied(client: PoolClient, script: string): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  while (!(await hasRun(client, script, performance.now() >= giveUpAt))) await delay(PAUSE_MS)
}

async function hasRun(client: PoolClient, script: string, isLast: boolean): Promise<boolean> {
  try {
    await client.query(script)
    return true
  } catch (error) {
    if (isLast || !isLockConflict(error)) throw error
    return false
  }
}

function isLockConflict(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK
}

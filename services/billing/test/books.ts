import { createLogger } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import type { Client } from 'pg'
import { rollUpJournal } from '../src/use-cases/ledger/roll-up.ts'
import { walkAway } from '../src/use-cases/storage/walk-away.ts'

/** The database of a billing, by that billing's own role. */
export function openBooks(env: { readonly DATABASE_URL: string }, poolMax = 2): Database {
  const log = createLogger({ service: 'billing', level: 'silent' })
  return openDatabase({ url: env.DATABASE_URL, poolMax, applicationName: 'test', log })
}

/** Has settled calls leave the tables of the call path, whoever asked about them of late; answers with how many did. */
export async function settleAway(db: Database, sql: Client): Promise<number> {
  await rollUpJournal(db)
  await sql.query('DELETE FROM recalled_calls')
  return await walkAway(db, { keptHotMs: 0 })
}

/** Rows of tables, and of their indexes, that this transaction has looked at so far. */
export async function rowsLookedAt(sql: Client, tables: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `SELECT sum(pg_stat_get_xact_tuples_returned(of.oid)) AS count
     FROM pg_class AS of LEFT JOIN pg_index AS i ON i.indexrelid = of.oid
     WHERE coalesce(i.indrelid, of.oid) = ANY ($1::text[]::regclass[])`,
    [tables],
  )
  return Number(rows[0]?.count)
}

import type { Queryable } from '@mtg/postgres'

const NOW = { name: 'now-ms', text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms' }

/** The database's clock, milliseconds since 1970. */
export async function databaseNowMs(db: Queryable): Promise<number> {
  const [row] = await db.query<{ now_ms: string }>(NOW)
  return Number(row?.now_ms)
}

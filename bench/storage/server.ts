import type { Client } from 'pg'

/** The tables that a call reads and writes. */
const HOT = ['reservations', 'journal', 'wallets', 'purchases']

/** Bytes of write-ahead log since the server was made. */
export async function walBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`)
  return Number(rows[0]?.bytes)
}

/** Bytes of tables with their partitions and indexes. */
export async function bytesOfTables(client: Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(part.relid)) AS bytes
     FROM unnest($1::text[]) AS name CROSS JOIN LATERAL pg_partition_tree(to_regclass(name)) AS part`,
    [tables],
  )
  const { rows: plain } = await client.query<{ bytes: string | null }>(
    `SELECT sum(pg_total_relation_size(to_regclass(name))) AS bytes FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM pg_partition_tree(to_regclass(name)))`,
    [tables],
  )
  return Number(rows[0]?.bytes ?? 0) + Number(plain[0]?.bytes ?? 0)
}

/** How long a vacuum of the tables of the call path takes. */
export async function measureVacuum(client: Client): Promise<number> {
  const startedAtMs = performance.now()
  await client.query(`VACUUM (ANALYZE) ${HOT.join(', ')}`)
  return performance.now() - startedAtMs
}

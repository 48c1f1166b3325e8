import { Client } from 'pg'

/** What PostgreSQL has done so far, all its databases together. */
export type DatabaseWork = ReadonlyMap<string, number>

const TABLES = `
  SELECT schemaname || '.' || relname AS name, n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_hot_upd AS hot, n_tup_del AS deleted
  FROM pg_stat_user_tables`
const WHOLE = `
  SELECT w.wal_records, w.wal_bytes, w.wal_fpi, d.commits
  FROM pg_stat_wal w, (SELECT sum(xact_commit) AS commits FROM pg_stat_database) AS d`
/** Reads PostgreSQL's counters; its backends tell them at most a second late. */
export async function databaseWork(url: string): Promise<DatabaseWork> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const work = new Map<string, number>()
    for (const row of (await client.query<Record<string, string>>(TABLES)).rows) {
      const { name, ...counts } = row
      for (const [what, count] of Object.entries(counts)) work.set(`${name} ${what}`, Number(count))
    }
    for (const row of (await client.query<Record<string, string>>(WHOLE)).rows) {
      for (const [what, count] of Object.entries(row)) work.set(what, Number(count))
    }
    return work
  } finally {
    await client.end()
  }
}

/** Of what grew between two readings, how much for each call. */
export function perCall(before: DatabaseWork, after: DatabaseWork, calls: number): [name: string, count: number][] {
  return [...after]
    .map(([name, count]): [string, number] => [name, (count - (before.get(name) ?? 0)) / Math.max(1, calls)])
    .filter(([, count]) => count >= 0.005)
    .sort(([a], [b]) => a.localeCompare(b))
}

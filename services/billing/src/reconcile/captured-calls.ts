import type { Database } from '@mtg/postgres'

/** Count and digest of the captured calls of one range; digests are computed as metering's. */
export interface CallDigest {
  readonly recordCount: string
  readonly digest: string
}

/** How long after an edge has fallen silent a buyer who repeats a request is waited for. */
const REPEATED_WITHIN = "interval '30 seconds'"

// A charge whose attempt is not finished may yet be given back, and then must have no record.
const CHARGED = `
  call.state = 'captured' AND NOT call.corrected AND NOT EXISTS (
    SELECT 1 FROM idempotency_keys AS key
    WHERE key.call_id = call.call_id AND NOT key.done AND key.lease_until > clock_timestamp() - ${REPEATED_WITHIN})`

const DIGEST = {
  name: 'digest-captured',
  text: `
    SELECT count(call.call_id)::text AS "recordCount",
           coalesce(bit_xor(hashtextextended(call.call_id::text, 0)), 0)::text AS digest
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS range (lower, upper, position)
    LEFT JOIN reservations AS call ON call.call_id >= range.lower AND call.call_id < range.upper
      AND ${CHARGED}
    GROUP BY range.position ORDER BY range.position`,
}

/** Digests of the ranges between neighbouring bounds. */
export async function digestCaptured(db: Database, bounds: readonly string[]): Promise<CallDigest[]> {
  const rows = await db.query<{ recordCount: string; digest: string }>(DIGEST, [bounds.slice(0, -1), bounds.slice(1)])
  return rows.map(({ recordCount, digest }) => ({ recordCount, digest }))
}

const LIST = {
  name: 'list-captured',
  text: `SELECT call.call_id FROM reservations AS call
         WHERE call.call_id >= $1 AND call.call_id < $2 AND ${CHARGED} ORDER BY call.call_id`,
}

/** Ids of captured calls of a range, whose charge stands. */
export async function listCaptured(db: Database, from: string, to: string): Promise<string[]> {
  return (await db.query<{ call_id: string }>(LIST, [from, to])).map(row => row.call_id)
}

/** What a usage record can be rebuilt from. */
export interface CapturedCall {
  readonly call_id: string
  readonly resolved_at: Date
  readonly buyer_id: string
  readonly purchase_id: string
  readonly app_id: string
  readonly username: string
  readonly app_name: string
  readonly adapter: 'mcp' | 'llm'
  readonly tool: string
  readonly tier: 'free' | 'paid'
  readonly price_micros: string
  readonly total_tokens: string
}

const READ = {
  name: 'read-captured',
  text: `
    SELECT call.call_id, call.resolved_at, call.buyer_id, call.purchase_id, call.app_id, publisher.username,
           app.name AS app_name, app.adapter, call.tool, call.tier, call.price_micros, call.total_tokens
    FROM reservations AS call
    JOIN apps AS app ON app.id = call.app_id
    JOIN publishers AS publisher ON publisher.id = app.publisher_id
    WHERE call.call_id = ANY ($1) AND ${CHARGED}`,
}

/** Captured calls with what their usage records need. */
export function readCaptured(db: Database, callIds: readonly string[]): Promise<CapturedCall[]> {
  return db.query<CapturedCall & Record<string, unknown>>(READ, [callIds])
}

const CORRECTED = {
  name: 'list-corrected',
  text: `SELECT call_id FROM reservations
         WHERE corrected_at IS NOT NULL AND corrected_at >= to_timestamp($1::float8 / 1000) ORDER BY corrected_at`,
}

/** Ids of calls whose charge was given back since then, however long ago they were made. */
export async function listCorrected(db: Database, sinceMs: number): Promise<string[]> {
  return (await db.query<{ call_id: string }>(CORRECTED, [sinceMs])).map(row => row.call_id)
}

const NOW = { name: 'now-ms', text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms' }

/** The database's clock, milliseconds since 1970. */
export async function databaseNowMs(db: Database): Promise<number> {
  const [row] = await db.query<{ now_ms: string }>(NOW)
  return Number(row?.now_ms)
}

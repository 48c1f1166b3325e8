import type { Queryable } from '@mtg/postgres'
import type { CallDigest, CapturedCall } from '../domain/captured-call.ts'
import type { CapturedCalls, CorrectedPosition } from '../domain/captured-calls.ts'
import type { IdRange } from '../domain/id-ranges.ts'

/** How long after an edge has fallen silent a buyer who repeats a request is waited for. */
const REPEATED_WITHIN = "interval '30 seconds'"

// A charge whose attempt is not finished may yet be given back, and then must have no record.
const CHARGED = `
  call.state = 'captured' AND NOT call.corrected AND NOT EXISTS (
    SELECT 1 FROM idempotency_keys AS key
    WHERE key.call_id = call.call_id AND NOT key.done AND key.lease_until > clock_timestamp() - ${REPEATED_WITHIN})`

// Range by range: joined to a few ranges, all calls ever made would be read for them.
const DIGEST = {
  name: 'digest-captured',
  text: `
    SELECT charged."callCount", charged.digest
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS range (lower, upper, position)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "callCount", coalesce(bit_xor(hashtextextended(call.call_id::text, 0)), 0)::text AS digest
      FROM all_calls AS call WHERE call.call_id >= range.lower AND call.call_id < range.upper AND ${CHARGED}
    ) AS charged ORDER BY range.position`,
}

/** Digests of the captured calls of the ranges between neighbouring bounds, computed as metering computes its own. */
export async function digestCaptured(db: Queryable, bounds: readonly string[]): Promise<CallDigest[]> {
  return await db.query<CallDigest & Record<string, unknown>>(DIGEST, [bounds.slice(0, -1), bounds.slice(1)])
}

const LIST = {
  name: 'list-captured',
  text: `SELECT call.call_id FROM all_calls AS call
         WHERE call.call_id >= $1 AND call.call_id < $2 AND ${CHARGED} ORDER BY call.call_id`,
}

/** Ids of captured calls of a range, whose charge stands. */
export async function listCaptured(db: Queryable, { from, to }: IdRange): Promise<string[]> {
  return (await db.query<{ call_id: string }>(LIST, [from, to])).map(row => row.call_id)
}

type CapturedRow = Omit<CapturedCall, 'priceMicros' | 'totalTokens'> & {
  readonly priceMicros: string
  readonly totalTokens: string
} & Record<string, unknown>

const READ = {
  name: 'read-captured',
  text: `
    SELECT call.call_id AS "callId", call.resolved_at AS "resolvedAt", call.buyer_id AS "buyerId",
           call.purchase_id AS "purchaseId", call.app_id AS "appId", publisher.username AS "publisherUsername",
           app.name AS "appName", app.adapter, call.key_id AS "keyId",
           coalesce(nullif(call.name, ''), call.tool) AS name, call.tier,
           call.price_micros AS "priceMicros", call.total_tokens AS "totalTokens",
           least(greatest((extract(epoch FROM call.resolved_at - call.reserved_at) * 1000)::bigint, 0), 2147483647)::int
             AS "durationMs"
    FROM all_calls AS call
    JOIN apps AS app ON app.id = call.app_id
    JOIN publishers AS publisher ON publisher.id = app.publisher_id
    WHERE call.call_id = ANY ($1) AND ${CHARGED}`,
}

/** Captured calls with what their usage records need. */
async function readCaptured(db: Queryable, callIds: readonly string[]): Promise<CapturedCall[]> {
  const rows = await db.query<CapturedRow>(READ, [callIds])
  return rows.map(row => ({ ...row, priceMicros: BigInt(row.priceMicros), totalTokens: BigInt(row.totalTokens) }))
}

const UNKNOWN = {
  name: 'find-unknown-calls',
  text: `
    SELECT wanted.call_id FROM unnest($1::uuid[]) AS wanted (call_id)
    LEFT JOIN all_calls AS call ON call.call_id = wanted.call_id AND call.call_id = ANY ($1::uuid[])
    WHERE (call.call_id IS NULL OR NOT (call.state = 'open' OR call.state = 'captured' AND NOT call.corrected))
      AND NOT EXISTS (
        SELECT FROM settled_periods AS gone
        WHERE gone.state = 'dropped' AND wanted.call_id >= gone.lower_id AND wanted.call_id < gone.upper_id)`,
}

/**
 * Those of the calls that were never reserved, or ended without a charge that stands. A call under way is none of them, nor one
 * whose month was dropped.
 */
export async function findUnknown(db: Queryable, callIds: readonly string[]): Promise<string[]> {
  if (callIds.length === 0) return []
  return (await db.query<{ call_id: string }>(UNKNOWN, [callIds])).map(row => row.call_id)
}

const CORRECTED = {
  name: 'list-corrected',
  text: `SELECT call_id AS "callId", corrected_at::text AS "correctedAt" FROM all_calls
         WHERE corrected_at IS NOT NULL AND corrected_at >= $1::timestamptz
           AND (corrected_at, call_id) > ($1::timestamptz, $2::uuid)
         ORDER BY corrected_at, call_id LIMIT $3`,
}

/** Calls whose charge was given back, however long ago they were made, in the order of that; behind a position. */
export function listCorrected(db: Queryable, after: CorrectedPosition, limit: number): Promise<CorrectedPosition[]> {
  return db.query<CorrectedPosition & Record<string, unknown>>(CORRECTED, [after.correctedAt, after.callId, limit])
}

/** Those of this database. */
export function capturedCallsOf(db: Queryable): CapturedCalls {
  return {
    digest: bounds => digestCaptured(db, bounds),
    list: range => listCaptured(db, range),
    read: callIds => readCaptured(db, callIds),
    findUnknown: callIds => findUnknown(db, callIds),
    listCorrected: (after, limit) => listCorrected(db, after, limit),
  }
}

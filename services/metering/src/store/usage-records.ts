import { plainArray, type Queryable, textArray } from '@mtg/postgres'
import type { PageEnd } from '@mtg/rpc'
import type { RecordedCall } from '../domain/call-passage.ts'
import type { Span } from '../domain/time-range.ts'
import type { UsageRecord } from '../domain/usage-record.ts'
import { packPassages } from './passages.ts'
import { timeOf } from './time.ts'

/** Why a record was not inserted. */
export type NotInserted = 'duplicate' | 'untimely'

/** How far from the database's clock a new record may lie. */
export interface TimeBounds {
  readonly futureMaxMs: number
  readonly ageMaxDays: number
}

// Records and their sums move in one statement, so that the sums count exactly the rows that are there; how the calls went
// comes along, found again by the moment of this transaction. Everything is taken in key order: two batches that share calls
// or apps wait for each other, but never in a circle.
const INSERT = {
  name: 'insert-usage',
  text: `
    WITH incoming AS (
      SELECT *, occurred_at BETWEEN now() - make_interval(days => $16::int)
                                AND now() + make_interval(secs => $17::float8 / 1000) AS timely
      FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
                  $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::int[])
        AS record (call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username, app_name,
                   adapter, operation, name, tier, charged_micros, total_tokens, duration_ms)
    ), inserted AS (
      INSERT INTO usage_records (call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username,
                                 app_name, adapter, operation, name, tier, charged_micros, total_tokens, duration_ms)
      SELECT call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username,
             app_name, adapter, operation, name, tier, charged_micros, total_tokens, duration_ms
      FROM incoming WHERE timely ORDER BY call_id
      ON CONFLICT (call_id) DO NOTHING
      RETURNING call_id, occurred_at, buyer_id, publisher_username, app_name, charged_micros, total_tokens
    ), hours AS (
      SELECT buyer_id, date_trunc('hour', occurred_at, 'UTC') AS hour, publisher_username, app_name,
             count(*) AS call_count, sum(charged_micros) AS charged_micros, sum(total_tokens) AS total_tokens
      FROM inserted GROUP BY 1, 2, 3, 4
    ), summed_hours AS (
      INSERT INTO usage_hours AS sums (buyer_id, hour, publisher_username, app_name,
                                       call_count, charged_micros, total_tokens)
      SELECT buyer_id, hour, publisher_username, app_name, call_count, charged_micros, total_tokens
      FROM hours ORDER BY 1, 2, 3, 4
      ON CONFLICT (buyer_id, hour, publisher_username, app_name) DO UPDATE
      SET call_count = sums.call_count + excluded.call_count,
          charged_micros = sums.charged_micros + excluded.charged_micros,
          total_tokens = sums.total_tokens + excluded.total_tokens
    ), summed_days AS (
      INSERT INTO usage_days AS sums (buyer_id, day, publisher_username, app_name,
                                      call_count, charged_micros, total_tokens)
      SELECT buyer_id, date_trunc('day', hour, 'UTC'), publisher_username, app_name,
             sum(call_count), sum(charged_micros), sum(total_tokens)
      FROM hours GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (buyer_id, day, publisher_username, app_name) DO UPDATE
      SET call_count = sums.call_count + excluded.call_count,
          charged_micros = sums.charged_micros + excluded.charged_micros,
          total_tokens = sums.total_tokens + excluded.total_tokens
    ), unconfirmed AS (
      INSERT INTO unconfirmed_usage (call_id)
      SELECT call_id FROM inserted
      WHERE NOT $20::boolean AND (call_id < call_id_floor(now() - interval '10 minutes')
                                  OR call_id >= call_id_floor(now() + interval '1 minute'))
      ON CONFLICT DO NOTHING
    ), passages AS (
      INSERT INTO call_passages (call_id, calls)
      SELECT $18::uuid, $19::text WHERE $19::text IS NOT NULL AND EXISTS (SELECT FROM inserted)
      ON CONFLICT DO NOTHING
    )
    SELECT call_id, timely FROM incoming
    WHERE NOT EXISTS (SELECT FROM inserted WHERE inserted.call_id = incoming.call_id)`,
}

/**
 * Inserts records whose call ids all differ; says of each that was not inserted why. Unless billing is known to know them, those
 * are noted that it would not look for: it looks at calls of the last quarter of an hour.
 */
export async function insertUsage(
  db: Queryable,
  calls: readonly RecordedCall[],
  bounds: TimeBounds,
  confirmed = false,
): Promise<Map<string, NotInserted>> {
  const rows = await db.query<{ call_id: string; timely: boolean }>(INSERT, [
    plainArray(calls.map(call => call.callId)),
    plainArray(calls.map(call => call.occurredAt)),
    plainArray(calls.map(call => call.buyerId)),
    plainArray(calls.map(call => call.keyId)),
    plainArray(calls.map(call => call.purchaseId)),
    plainArray(calls.map(call => call.appId)),
    textArray(calls.map(call => call.publisherUsername)),
    textArray(calls.map(call => call.appName)),
    textArray(calls.map(call => call.adapter)),
    textArray(calls.map(call => call.operation)),
    textArray(calls.map(call => call.name)),
    textArray(calls.map(call => call.tier)),
    plainArray(calls.map(call => call.chargedMicros)),
    plainArray(calls.map(call => call.totalTokens)),
    plainArray(calls.map(call => call.durationMs)),
    bounds.ageMaxDays,
    bounds.futureMaxMs,
    calls[0]?.callId ?? null,
    packPassages(calls),
    confirmed,
  ])
  return new Map(rows.map(row => [row.call_id, row.timely ? 'duplicate' : 'untimely']))
}

const COLUMNS = `call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username, app_name, adapter,
                 operation, name, tier, charged_micros, total_tokens, duration_ms`

interface Row {
  call_id: string
  occurred_at: Date
  buyer_id: string
  key_id: string | null
  purchase_id: string
  app_id: string
  publisher_username: string
  app_name: string
  adapter: string
  operation: string
  name: string
  tier: string
  charged_micros: string
  total_tokens: string
  duration_ms: number
}

function toRecord(row: Row): UsageRecord {
  return {
    callId: row.call_id,
    occurredAt: row.occurred_at.toISOString(),
    buyerId: row.buyer_id,
    keyId: row.key_id,
    purchaseId: row.purchase_id,
    appId: row.app_id,
    publisherUsername: row.publisher_username,
    appName: row.app_name,
    adapter: row.adapter,
    operation: row.operation,
    name: row.name,
    tier: row.tier,
    chargedMicros: BigInt(row.charged_micros),
    totalTokens: BigInt(row.total_tokens),
    durationMs: row.duration_ms,
  }
}

/** Publisher and app by name. */
export interface AppName {
  readonly publisherUsername: string
  readonly appName: string
}

/** Which records of a buyer, newest first. */
export interface UsageFilter {
  readonly buyerId: string
  readonly app: AppName | undefined
  readonly span: Span
  /** Starts behind this record. */
  readonly after: PageEnd | undefined
  readonly limit: number
}

const LIST = {
  name: 'list-usage',
  text: `
    SELECT ${COLUMNS} FROM usage_records
    WHERE buyer_id = $1 AND occurred_at >= $2 AND (occurred_at, call_id) < ($3::timestamptz, $4::uuid)
      AND ($5::text IS NULL OR (publisher_username = $5 AND app_name = $6))
    ORDER BY occurred_at DESC, call_id DESC LIMIT $7`,
}

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

/** One page of a buyer's records. */
export async function listUsage(db: Queryable, filter: UsageFilter): Promise<UsageRecord[]> {
  const { app, span } = filter
  const { after } = filter
  const isWithin = after !== undefined && after.createdAt.getTime() < span.toMs
  const before = isWithin ? { atMs: after.createdAt.getTime(), id: after.id } : { atMs: span.toMs, id: LOWEST_UUID }
  const rows = await db.query<Row>(LIST, [
    filter.buyerId,
    timeOf(span.fromMs),
    timeOf(before.atMs),
    before.id,
    app?.publisherUsername ?? null,
    app?.appName ?? null,
    filter.limit,
  ])
  return rows.map(toRecord)
}

const FIND = { name: 'find-usage', text: `SELECT ${COLUMNS} FROM usage_records WHERE call_id = $1` }

/** The record of one call. */
export async function findUsage(db: Queryable, callId: string): Promise<UsageRecord | undefined> {
  const [row] = await db.query<Row>(FIND, [callId])
  return row === undefined ? undefined : toRecord(row)
}

const COUNT = {
  name: 'count-usage',
  text: `
    SELECT date_bin(make_interval(secs => $3), occurred_at, $1::timestamptz) AS start, count(*) AS record_count
    FROM usage_records WHERE occurred_at >= $1::timestamptz AND occurred_at < $2::timestamptz GROUP BY 1 ORDER BY 1`,
}

/** Records per bucket of capture time; buckets start at the start of the span, and empty ones are left out. */
export async function countUsage(
  db: Queryable,
  span: Span,
  bucketSeconds: number,
): Promise<{ start: Date; recordCount: bigint }[]> {
  const values = [timeOf(span.fromMs), timeOf(span.toMs), bucketSeconds]
  const rows = await db.query<{ start: Date; record_count: string }>(COUNT, values)
  return rows.map(row => ({ start: row.start, recordCount: BigInt(row.record_count) }))
}

const FIND_MISSING = {
  name: 'find-missing-usage',
  text: `
    SELECT DISTINCT wanted.call_id FROM unnest($1::uuid[]) AS wanted (call_id)
    WHERE NOT EXISTS (SELECT FROM usage_records AS record WHERE record.call_id = wanted.call_id)`,
}

/** Those of the calls that have no record. */
export async function findMissingUsage(db: Queryable, callIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ call_id: string }>(FIND_MISSING, [callIds])
  return rows.map(row => row.call_id)
}

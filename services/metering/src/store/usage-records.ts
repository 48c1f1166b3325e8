import type { Queryable } from '@mtg/postgres'
import type { AppId, BuyerId, CallId, KeyId, PurchaseId } from '@mtg/primitives'
import type { PageEnd } from '@mtg/rpc'
import type { AppName } from '../domain/app-name.ts'
import type { Span } from '../domain/time-range.ts'
import type { UsageRecord } from '../domain/usage-record.ts'
import { pageStart } from './page-start.ts'
import { timeOf } from './time.ts'

const COLUMNS = `call_id, occurred_at, buyer_id, key_id, purchase_id, app_id, publisher_username, app_name, adapter,
                 operation, name, tier, charged_micros, total_tokens, duration_ms`

interface Row {
  call_id: CallId
  occurred_at: Date
  buyer_id: BuyerId
  key_id: KeyId | null
  purchase_id: PurchaseId
  app_id: AppId
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

/** Which records of a buyer, newest first. */
export interface UsageFilter {
  readonly buyerId: BuyerId
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

/** One page of a buyer's records. */
export async function listUsage(db: Queryable, filter: UsageFilter): Promise<UsageRecord[]> {
  const { app, span, after } = filter
  const rows = await db.query<Row>(LIST, [
    filter.buyerId,
    timeOf(span.fromMs),
    ...pageStart(span, after),
    app?.publisherUsername ?? null,
    app?.appName ?? null,
    filter.limit,
  ])
  return rows.map(toRecord)
}

const FIND = { name: 'find-usage', text: `SELECT ${COLUMNS} FROM usage_records WHERE call_id = $1` }

/** The record of one call. */
export async function findUsage(db: Queryable, callId: CallId): Promise<UsageRecord | undefined> {
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
export async function findMissingUsage(db: Queryable, callIds: readonly CallId[]): Promise<CallId[]> {
  const rows = await db.query<{ call_id: CallId }>(FIND_MISSING, [callIds])
  return rows.map(row => row.call_id)
}

import type { Queryable } from '@mtg/postgres'
import type { PageEnd } from '@mtg/rpc'
import type { AppName } from '../domain/app-name.ts'
import type { Span } from '../domain/time-range.ts'
import { pageStart } from './page-start.ts'
import { timeOf } from './time.ts'

/** A call in a list. */
export interface CallSummary {
  readonly callId: string
  /** When a charged call was captured, or another one began. */
  readonly at: Date
  readonly keyId: string | null
  /** "publisher/app". */
  readonly app: string
  readonly adapter: string
  readonly operation: string
  readonly name: string
  /** "ok" for charged calls, or the code that another one ended with. */
  readonly code: string
  readonly chargedMicros: bigint
}

/** Which calls of a buyer, newest first. */
export interface CallFilter {
  readonly buyerId: string
  readonly app: AppName | undefined
  readonly code: string | undefined
  readonly keyId: string | undefined
  readonly span: Span
  /** Starts behind this call. */
  readonly after: PageEnd | undefined
  readonly limit: number
}

// Charged calls are in the records, all others among the observations; each half reads its own index, newest first.
const LIST = {
  name: 'list-calls',
  text: `
    WITH charged AS (
      SELECT call_id, occurred_at AS at, key_id, publisher_username || '/' || app_name AS app, adapter, operation, name,
             'ok' AS code, charged_micros
      FROM usage_records
      WHERE buyer_id = $1 AND occurred_at >= $2 AND (occurred_at, call_id) < ($3::timestamptz, $4::uuid)
        AND ($5::text IS NULL OR (publisher_username = $5 AND app_name = $6)) AND ($7::text IS NULL OR $7 = 'ok')
        AND ($8::uuid IS NULL OR key_id = $8)
      ORDER BY occurred_at DESC, call_id DESC LIMIT $9
    ), others AS (
      SELECT call_id, started_at AS at, key_id, app, adapter, operation, name, code, charged_micros
      FROM call_observations AS seen
      WHERE buyer_id = $1 AND started_at >= $2 AND (started_at, call_id) < ($3::timestamptz, $4::uuid)
        AND ($5::text IS NULL OR app = $5 || '/' || $6) AND ($7::text IS NULL OR code = $7)
        AND ($8::uuid IS NULL OR key_id = $8)
        AND NOT EXISTS (SELECT FROM usage_records AS record WHERE record.call_id = seen.call_id)
      ORDER BY started_at DESC, call_id DESC LIMIT $9
    )
    SELECT call_id AS "callId", at, key_id AS "keyId", app, adapter, operation, name, code,
           charged_micros AS "chargedMicros"
    FROM (SELECT * FROM charged UNION ALL SELECT * FROM others) AS either
    ORDER BY at DESC, call_id DESC LIMIT $9`,
}

type Row = Omit<CallSummary, 'chargedMicros'> & { readonly chargedMicros: string } & Record<string, unknown>

/** One page of a buyer's calls. */
export async function listCalls(db: Queryable, filter: CallFilter): Promise<CallSummary[]> {
  const { app, span, after } = filter
  const rows = await db.query<Row>(LIST, [
    filter.buyerId,
    timeOf(span.fromMs),
    ...pageStart(span, after),
    app?.publisherUsername ?? null,
    app?.appName ?? null,
    filter.code ?? null,
    filter.keyId ?? null,
    filter.limit,
  ])
  return rows.map(row => ({ ...row, chargedMicros: BigInt(row.chargedMicros) }))
}

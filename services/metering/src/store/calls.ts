import type { Queryable, Statement } from '@mtg/postgres'
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

/** Sums by day that tell on which days a buyer had charged calls of an app, or of a key. */
const DAYS_OF = {
  app: 'usage_days WHERE buyer_id = $1 AND publisher_username = $5 AND app_name = $6',
  key: 'usage_keys WHERE buyer_id = $1 AND key_id = $8',
} as const

const COLUMNS = `call_id, occurred_at AS at, key_id, publisher_username || '/' || app_name AS app, adapter, operation, name,
        'ok' AS code, charged_micros`

const chargedWhere = (more: string) => `
      FROM usage_records
      WHERE buyer_id = $1 AND occurred_at >= $2 AND (occurred_at, call_id) < ($3::timestamptz, $4::uuid)${more}
        AND ($5::text IS NULL OR (publisher_username = $5 AND app_name = $6)) AND ($7::text IS NULL OR $7 = 'ok')
        AND ($8::uuid IS NULL OR key_id = $8)
      ORDER BY occurred_at DESC, call_id DESC LIMIT $9`

// Where few of a buyer's calls are wanted, only days that have some are read, the newest until a page is full; where those of a key are
// wanted that are of an app too, how many that are is not known, and all of the key's days are.
const chargedOn = (days: string, areAll = 'false') => `
      SELECT call.* FROM (
        SELECT day, call_count, sum(CASE WHEN day < date_trunc('day', $3::timestamptz, 'UTC') THEN call_count ELSE 0 END)
                                  OVER (ORDER BY day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newer
        FROM ${days} AND day >= date_trunc('day', $2::timestamptz, 'UTC') AND day <= $3
      ) AS days
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS}${chargedWhere(`
        AND occurred_at >= day AND occurred_at < day + interval '24 hours'`)}
      ) AS call
      WHERE call_count > 0 AND (coalesce(newer, 0) < $9 OR ${areAll})
      ORDER BY at DESC, call_id DESC LIMIT $9`

// Charged calls are in the records, all others among the observations; each half reads its own index, newest first. Whether an
// observed call has a record is looked up one by one: a join of the two may well begin with all of either.
const statementFor = (name: string, charged: string): Statement => ({
  name,
  text: `
    WITH charged AS (${charged}
    ), others AS (
      SELECT call_id, started_at AS at, key_id, app, adapter, operation, name, code, charged_micros
      FROM call_observations AS seen
      WHERE buyer_id = $1 AND started_at >= $2 AND (started_at, call_id) < ($3::timestamptz, $4::uuid)
        AND ($5::text IS NULL OR app = $5 || '/' || $6) AND ($7::text IS NULL OR code = $7)
        AND ($8::uuid IS NULL OR key_id = $8)
        AND (SELECT true FROM usage_records AS record WHERE record.call_id = seen.call_id LIMIT 1) IS NULL
      ORDER BY started_at DESC, call_id DESC LIMIT $9
    )
    SELECT call_id AS "callId", at, key_id AS "keyId", app, adapter, operation, name, code,
           charged_micros AS "chargedMicros"
    FROM (SELECT * FROM charged UNION ALL SELECT * FROM others) AS either
    ORDER BY at DESC, call_id DESC LIMIT $9`,
})

const LIST = statementFor(
  'list-calls',
  `
      SELECT ${COLUMNS}${chargedWhere('')}`,
)
const LIST_OF_APP = statementFor('list-calls-of-app', chargedOn(DAYS_OF.app))
const LIST_OF_KEY = statementFor('list-calls-of-key', chargedOn(DAYS_OF.key, '$5::text IS NOT NULL'))

type Row = Omit<CallSummary, 'chargedMicros'> & { readonly chargedMicros: string } & Record<string, unknown>

/** One page of a buyer's calls. */
export async function listCalls(db: Queryable, filter: CallFilter): Promise<CallSummary[]> {
  const { app, keyId, span, after } = filter
  const rows = await db.query<Row>(keyId === undefined ? (app === undefined ? LIST : LIST_OF_APP) : LIST_OF_KEY, [
    filter.buyerId,
    timeOf(span.fromMs),
    ...pageStart(span, after),
    app?.publisherUsername ?? null,
    app?.appName ?? null,
    filter.code ?? null,
    keyId ?? null,
    filter.limit,
  ])
  return rows.map(row => ({ ...row, chargedMicros: BigInt(row.chargedMicros) }))
}

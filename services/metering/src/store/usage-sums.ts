import type { Queryable, Statement } from '@mtg/postgres'
import { type Span, splitDays, splitRange } from '../domain/time-range.ts'
import { timeOf } from './time.ts'

/** What sums are of. */
export type UsageGrouping = 'day' | 'app' | 'tool' | 'key'

/** The sum of one group. */
export interface UsageSum {
  /** A day, "publisher/app", "publisher/app#tool", or the UUID of a key. */
  readonly group: string
  readonly callCount: bigint
  readonly chargedMicros: bigint
  readonly totalTokens: bigint
}

const GROUPS_MAX = 10_000
const SUMS = `sum(call_count) AS call_count, sum(charged_micros) AS charged_micros, sum(total_tokens) AS total_tokens`

const DAY = "date_trunc('day', at, 'UTC')"
const APP = 'publisher_username, app_name'

/** Whole days and hours from their sums, the rest from single records. Names are put together once for a group, not for every row. */
const fromSums = (grouping: UsageGrouping, columns: string, group: string): Statement => ({
  name: `sum-usage-by-${grouping}`,
  text: `
    WITH part AS (
      SELECT day AS at, ${APP}, call_count, charged_micros, total_tokens
      FROM usage_days WHERE buyer_id = $1 AND day >= $2 AND day < $3
      UNION ALL
      SELECT hour, ${APP}, call_count, charged_micros, total_tokens
      FROM usage_hours WHERE buyer_id = $1 AND (hour >= $4 AND hour < $5 OR hour >= $6 AND hour < $7)
      UNION ALL
      SELECT occurred_at, ${APP}, 1, charged_micros, total_tokens
      FROM usage_records
      WHERE buyer_id = $1 AND (occurred_at >= $8 AND occurred_at < $9 OR occurred_at >= $10 AND occurred_at < $11)
    )
    SELECT ${group} AS "group", ${SUMS}
    FROM part GROUP BY ${columns} HAVING sum(call_count) > 0 ORDER BY 1 LIMIT ${GROUPS_MAX}`,
})

const NO_KEY = '00000000-0000-0000-0000-000000000000'

/** Where sums by day are kept, by which columns, and what these are in a record. */
interface Kept {
  readonly table: string
  readonly columns: string
  readonly ofRecord: string
}

/** Whole days from their sums, the rest from single records: sums of hours know neither tools nor keys. */
const fromDays = (grouping: UsageGrouping, group: string, { table, columns, ofRecord }: Kept): Statement => ({
  name: `sum-usage-by-${grouping}`,
  text: `
    WITH part AS (
      SELECT ${columns}, call_count, charged_micros, total_tokens FROM ${table} WHERE buyer_id = $1 AND day >= $2 AND day < $3
      UNION ALL
      SELECT ${ofRecord}, 1, charged_micros, total_tokens
      FROM usage_records
      WHERE buyer_id = $1 AND (occurred_at >= $4 AND occurred_at < $5 OR occurred_at >= $6 AND occurred_at < $7)
    )
    SELECT ${group} AS "group", ${SUMS}
    FROM part GROUP BY ${columns} HAVING sum(call_count) > 0 ORDER BY 1 LIMIT ${GROUPS_MAX}`,
})

const TOOL_COLUMNS = 'publisher_username, app_name, name'

const STATEMENTS: Readonly<Record<UsageGrouping, Statement>> = {
  day: fromSums('day', DAY, `to_char(${DAY} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`),
  app: fromSums('app', APP, `publisher_username || '/' || app_name`),
  tool: fromDays('tool', `publisher_username || '/' || app_name || '#' || name`, {
    table: 'usage_tools',
    columns: TOOL_COLUMNS,
    ofRecord: TOOL_COLUMNS,
  }),
  key: fromDays('key', `coalesce(nullif(key_id, '${NO_KEY}')::text, '')`, {
    table: 'usage_keys',
    columns: 'key_id',
    ofRecord: `coalesce(key_id, '${NO_KEY}')`,
  }),
}

interface Row {
  group: string
  call_count: string
  charged_micros: string
  total_tokens: string
}

/** Sums of a buyer's calls by day, app, tool or key; the first by name when there are too many. */
export async function sumUsage(
  db: Queryable,
  { buyerId, grouping, span }: { readonly buyerId: string; readonly grouping: UsageGrouping; readonly span: Span },
): Promise<UsageSum[]> {
  const bounds = spansOf(grouping, span).flatMap(({ fromMs, toMs }) => [timeOf(fromMs), timeOf(toMs)])
  const rows = await db.query<Row>(STATEMENTS[grouping], [buyerId, ...bounds])
  return rows.map(row => ({
    group: row.group,
    callCount: BigInt(row.call_count),
    chargedMicros: BigInt(row.charged_micros),
    totalTokens: BigInt(row.total_tokens),
  }))
}

function spansOf(grouping: UsageGrouping, span: Span): Span[] {
  if (grouping === 'tool' || grouping === 'key') {
    const { days, records } = splitDays(span)
    return [days, ...records]
  }
  const { days, hours, records } = splitRange(span)
  return [days, ...hours, ...records]
}

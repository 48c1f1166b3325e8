import type { Queryable, Statement } from '@mtg/postgres'
import type { Span } from '../domain/time-range.ts'
import { timeOf } from './time.ts'

/** What a publisher's sums are of. */
export type PublisherGrouping = 'day' | 'app' | 'tool'

/** The sum of one group of a publisher's charged calls. */
export interface PublisherUsageSum {
  /** A day, "publisher/app" or "publisher/app#tool". */
  readonly group: string
  readonly callCount: bigint
  readonly chargedMicros: bigint
  readonly totalTokens: bigint
  readonly buyerCount: bigint
}

/** Whose calls, of which whole days. */
export interface PublisherUsageFilter {
  readonly username: string
  readonly appName: string | undefined
  readonly grouping: PublisherGrouping
  readonly days: Span
}

const GROUPS_MAX = 10_000

const SUMS = { table: 'usage_days', ofApp: '($4::text IS NULL OR app_name = $4)' }
/** Asked for of one app, which its index begins with. */
const TOOL_SUMS = { table: 'usage_tools', ofApp: 'app_name = $4' }

// What a buyer has of a group is summed up first: to count different buyers among all rows sorts these.
const statementFor = (
  grouping: PublisherGrouping,
  columns: string,
  group: string,
  { table, ofApp } = SUMS,
): Statement => ({
  name: `sum-publisher-usage-by-${grouping}`,
  text: `
    WITH of_buyers AS (
      SELECT ${columns}, buyer_id, sum(call_count) AS call_count, sum(charged_micros) AS charged_micros, sum(total_tokens) AS total_tokens
      FROM ${table} WHERE publisher_username = $1 AND day >= $2 AND day < $3 AND ${ofApp}
      GROUP BY ${columns}, buyer_id
    )
    SELECT ${group} AS "group", sum(call_count) AS call_count, sum(charged_micros) AS charged_micros,
           sum(total_tokens) AS total_tokens, count(*) AS buyer_count
    FROM of_buyers GROUP BY ${columns} HAVING sum(call_count) > 0 ORDER BY 1 LIMIT ${GROUPS_MAX}`,
})

const STATEMENTS: Readonly<Record<PublisherGrouping, Statement>> = {
  day: statementFor('day', 'day', `to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD')`),
  app: statementFor('app', 'app_name', `$1 || '/' || app_name`),
  tool: statementFor('tool', 'app_name, name', `$1 || '/' || app_name || '#' || name`, TOOL_SUMS),
}

interface Row {
  group: string
  call_count: string
  charged_micros: string
  total_tokens: string
  buyer_count: string
}

/** Sums of a publisher's charged calls, by name. */
export async function sumPublisherUsage(
  db: Queryable,
  { username, appName, grouping, days }: PublisherUsageFilter,
): Promise<PublisherUsageSum[]> {
  const values = [username, timeOf(days.fromMs), timeOf(days.toMs), appName ?? null]
  const rows = await db.query<Row>(STATEMENTS[grouping], values)
  return rows.map(row => ({
    group: row.group,
    callCount: BigInt(row.call_count),
    chargedMicros: BigInt(row.charged_micros),
    totalTokens: BigInt(row.total_tokens),
    buyerCount: BigInt(row.buyer_count),
  }))
}

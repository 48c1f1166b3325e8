import type { Queryable } from '@mtg/postgres'
import type { BuyerId } from '@mtg/primitives'
import type { AppName } from '../domain/app-name.ts'
import { type Span, splitRange } from '../domain/time-range.ts'
import { timeOf } from './time.ts'

/** Sums of one app. */
export interface UsageTotal extends AppName {
  readonly callCount: bigint
  readonly chargedMicros: bigint
  readonly totalTokens: bigint
}

const TOTALS = {
  name: 'total-usage',
  text: `
    WITH part AS (
      SELECT publisher_username, app_name, call_count, charged_micros, total_tokens
      FROM usage_days WHERE buyer_id = $1 AND day >= $4 AND day < $5
      UNION ALL
      SELECT publisher_username, app_name, call_count, charged_micros, total_tokens
      FROM usage_hours WHERE buyer_id = $1 AND (hour >= $6 AND hour < $7 OR hour >= $8 AND hour < $9)
      UNION ALL
      SELECT publisher_username, app_name, 1, charged_micros, total_tokens
      FROM usage_records
      WHERE buyer_id = $1 AND (occurred_at >= $10 AND occurred_at < $11 OR occurred_at >= $12 AND occurred_at < $13)
    )
    SELECT publisher_username, app_name, sum(call_count) AS call_count, sum(charged_micros) AS charged_micros,
           sum(total_tokens) AS total_tokens
    FROM part WHERE $2::text IS NULL OR (publisher_username = $2 AND app_name = $3)
    GROUP BY 1, 2 HAVING sum(call_count) > 0 ORDER BY 1, 2`,
}

interface Row {
  publisher_username: string
  app_name: string
  call_count: string
  charged_micros: string
  total_tokens: string
}

/** Sums of a buyer's calls per app, by name: whole days and hours from their sums, the rest from single records. */
export async function totalUsage(
  db: Queryable,
  filter: { readonly buyerId: BuyerId; readonly app: AppName | undefined; readonly span: Span },
): Promise<UsageTotal[]> {
  const { days, hours, records } = splitRange(filter.span)
  const bounds = [days, ...hours, ...records].flatMap(span => [timeOf(span.fromMs), timeOf(span.toMs)])
  const app = [filter.app?.publisherUsername ?? null, filter.app?.appName ?? null]
  const rows = await db.query<Row>(TOTALS, [filter.buyerId, ...app, ...bounds])
  return rows.map(row => ({
    publisherUsername: row.publisher_username,
    appName: row.app_name,
    callCount: BigInt(row.call_count),
    chargedMicros: BigInt(row.charged_micros),
    totalTokens: BigInt(row.total_tokens),
  }))
}

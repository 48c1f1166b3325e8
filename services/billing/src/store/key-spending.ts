import type { Queryable } from '@mtg/postgres'
import type { BuyerId, KeyId } from '@mtg/primitives'
import type { KeySpending, LimitedKey } from '../domain/key-limits.ts'
import { KEY_LIMITS_COLUMNS, type KeyLimitsRow, toLimitedKey } from './key-limits.ts'

/** A key with what is used of its limits. */
export type SpendingKey = LimitedKey & { readonly spending: KeySpending }

type Row = KeyLimitsRow & {
  readonly spentMicros: string
  readonly openCalls: string
  readonly todayMicros: string
  readonly last30DaysMicros: string
  readonly createdAt: Date
  readonly dayEndsAt: Date
  readonly oldestLeavesAt: Date | null
}

// As `lock_keys` would leave it, without waiting for it: hours leave the 30 days by being read.
const viewOf = (buyers: string) => `
  WITH uncounted AS MATERIALIZED (
    -- Calls under way that only the wallets count, all keys of a buyer together.
    SELECT above.key_id, count(*) AS calls
    FROM wallets AS w
    JOIN reservations AS r ON r.buyer_id = w.buyer_id AND r.state = 'open' AND r.key_hour IS NOT NULL
    JOIN key_limits AS own ON own.key_id = r.key_id
    CROSS JOIN LATERAL unnest(own.lineage) AS above (key_id)
    WHERE w.keyed_calls > 0 AND w.buyer_id ${buyers}
    GROUP BY above.key_id
  )
  SELECT ${KEY_LIMITS_COLUMNS}, k.created_at AS "createdAt", s.spent_micros AS "spentMicros", 
         s.open_calls + coalesce((SELECT u.calls FROM uncounted AS u WHERE u.key_id = k.key_id), 0) AS "openCalls",
         CASE WHEN s.hour / 24 = present.hour / 24 THEN s.day_micros ELSE 0 END AS "todayMicros",
         s.days_30_micros - coalesce(earlier.gone, 0)
           - CASE WHEN s.hour < present.hour - 720 THEN s.hour_micros ELSE 0 END AS "last30DaysMicros",
         hour_begins((present.hour / 24 + 1) * 24) AS "dayEndsAt",
         hour_begins(least(earlier.first,
           CASE WHEN s.hour_micros > 0 AND s.hour >= present.hour - 720 THEN s.hour END) + 721) AS "oldestLeavesAt"
  FROM key_limits AS k
  JOIN key_spending AS s ON s.key_id = k.key_id
  CROSS JOIN LATERAL (SELECT greatest(s.hour, hour_of(clock_timestamp())) AS hour) AS present
  CROSS JOIN LATERAL (
    -- The oldest hours only, not all that a key has called in.
    SELECT (SELECT sum(h.micros) FROM key_hours AS h WHERE h.key_id = k.key_id AND h.hour < present.hour - 720) AS gone,
           (SELECT h.hour FROM key_hours AS h WHERE h.key_id = k.key_id AND h.hour >= present.hour - 720 AND h.micros > 0
            ORDER BY h.hour LIMIT 1) AS first
  ) AS earlier`

const FIND = {
  name: 'find-spending-keys',
  text: `${viewOf('IN (SELECT buyer_id FROM key_limits WHERE key_id = ANY ($1::uuid[]))')} WHERE k.key_id = ANY ($1::uuid[])`,
}

/** Those of the keys that have a row, with what they spent. */
export async function findSpendingKeys(db: Queryable, keyIds: readonly KeyId[]): Promise<SpendingKey[]> {
  return (await db.query<Row>(FIND, [keyIds])).map(toSpendingKey)
}

const LIST = {
  name: 'list-spending-keys',
  text: `${viewOf('= $1')}
    WHERE k.buyer_id = $1 AND ($2::uuid IS NULL OR $2 = ANY (k.lineage)) AND ($3::uuid IS NULL OR k.key_id > $3)
    ORDER BY k.key_id LIMIT $4`,
}

/** Keys of a buyer, or those of one key's tree, by id from where the page before ended. */
export async function listSpendingKeys(
  db: Queryable,
  buyerId: BuyerId,
  options: { readonly rootKeyId: KeyId | null; readonly after: KeyId | null; readonly limit: number },
): Promise<SpendingKey[]> {
  const { rootKeyId, after, limit } = options
  return (await db.query<Row>(LIST, [buyerId, rootKeyId, after, limit])).map(toSpendingKey)
}

function toSpendingKey(row: Row): SpendingKey {
  const spending = {
    totalMicros: BigInt(row.spentMicros),
    todayMicros: BigInt(row.todayMicros),
    last30DaysMicros: BigInt(row.last30DaysMicros),
    openCalls: BigInt(row.openCalls),
    countedSince: row.createdAt,
    dayEndsAt: row.dayEndsAt,
    oldestLeavesAt: row.oldestLeavesAt,
  }
  return { ...toLimitedKey(row), spending }
}

// A refused call reads this once, however many are refused with it: see `use-cases/reserve/key-refusal.ts`.
const FREES = {
  name: 'when-spending-frees',
  text: `
    SELECT hour_begins(min(sums.hour) + 721) AS "freesAt" FROM (
      SELECT hours.hour, sum(hours.micros) OVER (ORDER BY hours.hour) AS gone FROM (
        SELECT h.hour, h.micros FROM key_hours AS h WHERE h.key_id = $1
        UNION ALL SELECT s.hour, s.hour_micros FROM key_spending AS s WHERE s.key_id = $1
      ) AS hours
    ) AS sums WHERE sums.gone >= $2`,
}

/** When so much of what a key spent has left its 30 days; undefined when it has not spent as much in them. */
export async function findWhenSpendingFrees(db: Queryable, keyId: KeyId, micros: bigint): Promise<Date | undefined> {
  const [row] = await db.query<{ freesAt: Date | null }>(FREES, [keyId, micros.toString()])
  return row?.freesAt ?? undefined
}

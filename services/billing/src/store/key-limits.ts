import type { Queryable } from '@mtg/postgres'
import type { BuyerId, KeyId } from '@mtg/primitives'
import type { KeyLimits, KeyToLimit, LimitedKey } from '../domain/key-limits.ts'

/** A row of `key_limits`, with amounts as texts. */
export interface KeyLimitsRow extends Record<string, unknown> {
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  readonly name: string
  readonly lineage: KeyId[]
  readonly totalMicros: string | null
  readonly perDayMicros: string | null
  readonly per30DaysMicros: string | null
  readonly maxPriceMicros: string | null
  readonly apps: string[]
  readonly tools: string[]
  readonly concurrent: number | null
  readonly loopCalls: number | null
  readonly loopSeconds: number | null
  readonly version: string
}

/** The columns of a `KeyLimitsRow`, of the table under the name `k`. */
export const KEY_LIMITS_COLUMNS = `
  k.key_id AS "keyId", k.buyer_id AS "buyerId", k.name, k.lineage, k.total_micros AS "totalMicros",
  k.per_day_micros AS "perDayMicros", k.per_30_days_micros AS "per30DaysMicros", k.max_price_micros AS "maxPriceMicros",
  k.apps, k.tools, k.concurrent, k.loop_calls AS "loopCalls", k.loop_seconds AS "loopSeconds",
  k.version`

/** The row as a key. */
export function toLimitedKey(row: KeyLimitsRow): LimitedKey {
  const { keyId, buyerId, name, lineage, apps, tools, concurrent, loopCalls, loopSeconds } = row
  const limits = {
    totalMicros: amountOf(row.totalMicros),
    perDayMicros: amountOf(row.perDayMicros),
    per30DaysMicros: amountOf(row.per30DaysMicros),
    maxPriceMicros: amountOf(row.maxPriceMicros),
    apps,
    tools,
    concurrent,
    loop: loopCalls === null || loopSeconds === null ? null : { calls: loopCalls, seconds: loopSeconds },
  }
  return { keyId, buyerId, name, lineage, limits, version: BigInt(row.version) }
}

const amountOf = (text: string | null) => (text === null ? null : BigInt(text))

const FIND = {
  name: 'find-limited-keys',
  text: `SELECT ${KEY_LIMITS_COLUMNS} FROM key_limits AS k WHERE k.key_id = ANY ($1::uuid[])`,
}

/** Those of the keys that have a row, in no order. */
export async function findLimitedKeys(db: Queryable, keyIds: readonly KeyId[]): Promise<LimitedKey[]> {
  return (await db.query<KeyLimitsRow>(FIND, [keyIds])).map(toLimitedKey)
}

const COUNT = {
  name: 'count-limited-keys',
  text: 'SELECT count(*)::int AS count FROM (SELECT FROM key_limits WHERE buyer_id = $1 LIMIT $2) AS known',
}

/** How many keys of a buyer have a row, counted up to a bound. */
export async function countLimitedKeys(db: Queryable, buyerId: BuyerId, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT, [buyerId, upTo])
  return row?.count ?? 0
}

const INSERT = {
  name: 'insert-key-limits',
  text: `
    WITH spending AS (INSERT INTO key_spending (key_id) VALUES ($1) ON CONFLICT DO NOTHING)
    INSERT INTO key_limits (key_id, buyer_id, name, lineage, total_micros, per_day_micros, per_30_days_micros, max_price_micros,
                            apps, tools, concurrent, loop_calls, loop_seconds)
    VALUES ($1, $2, $3, $4::uuid[], $5, $6, $7, $8, $9::text[], $10::text[], $11, $12, $13)
    ON CONFLICT DO NOTHING RETURNING key_id`,
}

/** Adds a key that has spent nothing; false when it has a row already. */
export async function insertLimitedKey(tx: Queryable, key: KeyToLimit): Promise<boolean> {
  const { keyId, buyerId, name, lineage, limits } = key
  return (await tx.query(INSERT, [keyId, buyerId, name, lineage, ...valuesOf(limits)])).length > 0
}

const UPDATE = {
  name: 'update-key-limits',
  text: `
    UPDATE key_limits SET name = $2, total_micros = $3, per_day_micros = $4, per_30_days_micros = $5, max_price_micros = $6,
      apps = $7::text[], tools = $8::text[], concurrent = $9, loop_calls = $10, loop_seconds = $11, version = version + 1
    WHERE key_id = $1 AND ($12::bigint = 0 OR version = $12) RETURNING key_id`,
}

/** Sets name and limits of a key that has a row; false when that is of another version than expected, where 0 is any. */
export async function updateLimitedKey(
  tx: Queryable,
  { keyId, name, limits }: KeyToLimit,
  expectedVersion: bigint,
): Promise<boolean> {
  return (await tx.query(UPDATE, [keyId, name, ...valuesOf(limits), expectedVersion.toString()])).length > 0
}

function valuesOf(limits: KeyLimits): unknown[] {
  const { totalMicros, perDayMicros, per30DaysMicros, maxPriceMicros, apps, tools, concurrent, loop } = limits
  const micros = [totalMicros, perDayMicros, per30DaysMicros, maxPriceMicros].map(amount => amount?.toString() ?? null)
  return [...micros, apps, tools, concurrent, loop?.calls ?? null, loop?.seconds ?? null]
}

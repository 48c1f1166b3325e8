import { appError } from '@mtg/errors'
import { isDeadlock, isValueRefused, plainArray, type Queryable, textArray } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { RecordedCall } from '../domain/call-passage.ts'
import { packPassages } from './passages.ts'

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
      -- Selected, the bounds are worked out once.
      WHERE NOT $20::boolean AND (call_id < (SELECT call_id_floor(now() - interval '10 minutes'))
                                  OR call_id >= (SELECT call_id_floor(now() + interval '1 minute')))
      ON CONFLICT DO NOTHING
    ), passages AS (
      INSERT INTO call_passages (call_id, calls)
      SELECT $18::uuid, $19::text WHERE $19::text IS NOT NULL AND EXISTS (SELECT FROM inserted)
      ON CONFLICT DO NOTHING
    )
    SELECT call_id, timely FROM incoming
    WHERE NOT EXISTS (SELECT FROM inserted WHERE inserted.call_id = incoming.call_id)`,
}

const ATTEMPTS_MAX = 4

/**
 * Inserts records whose call ids all differ, and says of each that was not inserted why. Unless billing has confirmed that it
 * knows the calls, those whose ids are of another time than now are noted, since billing would not look for them there.
 *
 * Throws `invalid_record` when the database refuses a value of any of them: then none is inserted. A deadlock is tried again,
 * and is `database_error` when it does not end.
 */
export async function insertUsage(
  db: Queryable,
  calls: readonly RecordedCall[],
  bounds: TimeBounds,
  isConfirmed: boolean,
): Promise<Map<string, NotInserted>> {
  const values = valuesOf(calls, bounds, isConfirmed)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rows = await db.query<{ call_id: CallId; timely: boolean }>(INSERT, values)
      return new Map(rows.map(row => [row.call_id, row.timely ? 'duplicate' : 'untimely']))
    } catch (thrown) {
      if (isValueRefused(thrown)) throw appError('invalid_record', { cause: thrown })
      if (!isDeadlock(thrown)) throw thrown
      if (attempt === ATTEMPTS_MAX) throw appError('database_error', { cause: thrown })
    }
  }
}

function valuesOf(calls: readonly RecordedCall[], bounds: TimeBounds, isConfirmed: boolean): unknown[] {
  return [
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
    isConfirmed,
  ]
}

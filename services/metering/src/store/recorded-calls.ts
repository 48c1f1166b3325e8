import type { Queryable } from '@mtg/postgres'
import type { CallId, Uuid } from '@mtg/primitives'

/** Count and digest of the recorded calls of one range. */
export interface CallDigest {
  readonly recordCount: string
  readonly digest: string
}

// Range by range: joined to a few ranges, all records ever made would be read for them.
const DIGEST = {
  name: 'digest-calls',
  text: `
    SELECT recorded."recordCount", recorded.digest
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS range (lower, upper, position)
    CROSS JOIN LATERAL (
      SELECT count(*)::text AS "recordCount", coalesce(bit_xor(hashtextextended(record.call_id::text, 0)), 0)::text AS digest
      FROM usage_records AS record WHERE record.call_id >= range.lower AND record.call_id < range.upper
    ) AS recorded ORDER BY range.position`,
}

/** Digests of the ranges between neighbouring bounds. */
export async function digestCalls(db: Queryable, bounds: readonly Uuid[]): Promise<CallDigest[]> {
  const rows = await db.query<{ recordCount: string; digest: string }>(DIGEST, [bounds.slice(0, -1), bounds.slice(1)])
  return rows.map(({ recordCount, digest }) => ({ recordCount, digest }))
}

const LIST = {
  name: 'list-recorded-calls',
  text: 'SELECT call_id FROM usage_records WHERE call_id >= $1 AND call_id < $2 ORDER BY call_id LIMIT $3',
}

/** Ids of recorded calls of a range, in order. */
export async function listRecordedCalls(db: Queryable, from: Uuid, to: Uuid, limit: number): Promise<CallId[]> {
  return (await db.query<{ call_id: CallId }>(LIST, [from, to, limit])).map(row => row.call_id)
}

const FIND = { name: 'find-recorded', text: 'SELECT call_id FROM usage_records WHERE call_id = ANY ($1::uuid[])' }

/** Those of the calls that have a record. */
export async function findRecordedCalls(db: Queryable, callIds: readonly CallId[]): Promise<CallId[]> {
  return (await db.query<{ call_id: CallId }>(FIND, [callIds])).map(row => row.call_id)
}

const REMOVE = { name: 'retract-usages', text: 'SELECT retract_usages($1::uuid[]) AS count' }

// Both in one statement: a refund is counted when its record goes, and only then (one reconciler works at a time). One that was counted as charged before is not any more.
const REFUND = {
  name: 'refund-usages',
  text: `
    WITH refunds AS (
      SELECT publisher_username || '/' || app_name AS app, (occurred_at AT TIME ZONE 'UTC')::date AS day,
             count(*) AS calls, count(*) FILTER (WHERE call_id < call_id_floor(counted_until)) AS counted
      FROM usage_records AS record, quality_progress
      WHERE call_id = ANY ($1::uuid[]) AND tier = 'paid'
        AND NOT EXISTS (SELECT FROM own_buyers AS own
                        WHERE own.publisher_username = record.publisher_username AND own.buyer_id = record.buyer_id)
      GROUP BY 1, 2
    ), noted AS (
      INSERT INTO quality_days AS known (app, day, refunded) SELECT app, day, calls FROM refunds ORDER BY app, day
      ON CONFLICT (app, day) DO UPDATE
      SET refunded = known.refunded + excluded.refunded,
          charged = greatest(0, known.charged - (SELECT counted FROM refunds WHERE refunds.app = known.app AND refunds.day = known.day))
      RETURNING 1
    ), stale AS (
      UPDATE app_quality SET computed_on = computed_on - 1 WHERE app IN (SELECT app FROM refunds)
    )
    SELECT retract_usages($1::uuid[]) AS count FROM (SELECT count(*) FROM noted) AS done`,
}

/**
 * Takes the records of calls away, together with what they added to the sums; answers with how many there were. Calls that billing
 * knows are refunds, which are counted for the quality of their apps.
 */
export async function removeRecords(
  db: Queryable,
  callIds: readonly CallId[],
  { areRefunds }: { readonly areRefunds: boolean },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(areRefunds ? REFUND : REMOVE, [callIds])
  return row?.count ?? 0
}

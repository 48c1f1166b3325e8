import type { Queryable } from '@mtg/postgres'
import type { BuyerId, CallId, KeyId } from '@mtg/primitives'
import type { CallObservation, CallStage } from '../domain/call-observation.ts'

// Calls and their counts move in one statement, so that the counts are of exactly the rows that came. Both in key order: two
// batches may wait for each other, but never in a circle.
const INSERT = {
  name: 'insert-observations',
  text: `
    WITH inserted AS (
      INSERT INTO call_observations (call_id, started_at, buyer_id, key_id, app, adapter, operation, name, code, status,
                                     charged_micros, stages, tier)
      SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
                           $8::text[], $9::text[], $10::int[], $11::bigint[], $12::jsonb[], $13::text[]) AS observation (call_id)
      ORDER BY observation.call_id
      ON CONFLICT (call_id) DO NOTHING
      RETURNING buyer_id, date_trunc('hour', started_at, 'UTC') AS hour, code
    )
    INSERT INTO outcome_hours AS sums (buyer_id, hour, code, call_count)
    SELECT buyer_id, hour, code, count(*) FROM inserted
    WHERE $14::boolean AND buyer_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (buyer_id, hour, code) DO UPDATE SET call_count = sums.call_count + excluded.call_count`,
}

/** Keeps observations; one that is there already stays as it is. Calls that have a usage record are not counted again. */
export async function insertObservations(
  db: Queryable,
  observations: readonly CallObservation[],
  areCharged: boolean,
): Promise<void> {
  const column = <Key extends keyof CallObservation>(key: Key) => observations.map(observation => observation[key])
  await db.query(INSERT, [
    column('callId'),
    column('startedAt'),
    column('buyerId'),
    column('keyId'),
    column('app'),
    column('adapter'),
    column('operation'),
    column('name'),
    column('code'),
    column('status'),
    column('chargedMicros'),
    observations.map(observation => JSON.stringify(observation.stages)),
    observations.map(({ tier }) => tier ?? null),
    !areCharged,
  ])
}

const FIND = { name: 'find-observation', text: 'SELECT * FROM call_observations WHERE call_id = $1' }

interface Row {
  call_id: CallId
  started_at: Date
  buyer_id: BuyerId | null
  key_id: KeyId | null
  app: string
  adapter: string
  operation: string
  name: string
  code: string
  status: number
  charged_micros: string
  stages: CallStage[]
}

/** The observation of one call. */
export async function findObservation(db: Queryable, callId: CallId): Promise<CallObservation | undefined> {
  const [row] = await db.query<Row>(FIND, [callId])
  if (row === undefined) return undefined
  return {
    callId: row.call_id,
    startedAt: row.started_at.toISOString(),
    buyerId: row.buyer_id,
    keyId: row.key_id,
    app: row.app,
    adapter: row.adapter,
    operation: row.operation,
    name: row.name,
    code: row.code,
    status: row.status,
    chargedMicros: BigInt(row.charged_micros),
    stages: row.stages,
  }
}

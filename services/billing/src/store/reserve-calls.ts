import type { Database } from '@mtg/postgres'

/** A billable call whose app and purchase were looked up. */
export interface HoldRequest {
  readonly callId: string
  readonly purchaseId: string
  readonly tool: string
  readonly paid: boolean
  readonly ttlMs: number
}

/** Why a call was not admitted; `stale`: the purchase changed since it was looked up. */
export type HoldRefusal =
  | 'stale'
  | 'call_conflict'
  | 'reservation_resolved'
  | 'publisher_suspended'
  | 'invalid_app_config'
  | 'meter_expired'
  | 'meter_limit_exceeded'
  | 'publisher_not_payable'
  | 'insufficient_balance'

/** The outcome of one call of a batch. */
export type HoldOutcome =
  | {
      readonly held: true
      readonly priceMicros: bigint /** The same call had been admitted before. */
      readonly known: boolean
    }
  | {
      readonly held: false
      readonly code: HoldRefusal
      readonly priceMicros: bigint
      readonly windowEndsAt: Date | null
    }

interface Row {
  item: number
  code: '' | 'known' | HoldRefusal
  price_micros: string
  window_ends_at: Date | null
}

const RESERVE = {
  name: 'reserve-calls',
  text: 'SELECT * FROM reserve_calls($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::bigint[], $6::bigint)',
}

/** Admits a batch in one statement; see `reserve_calls` in the migration. No call id may stand in it twice. */
export async function reserveCalls(db: Database, feePpm: number, calls: HoldRequest[]): Promise<HoldOutcome[]> {
  const rows = await db.query<Row>(RESERVE, [
    calls.map(call => call.callId),
    calls.map(call => call.purchaseId),
    calls.map(call => call.tool),
    calls.map(call => call.paid),
    calls.map(call => call.ttlMs),
    feePpm,
  ])
  return rows.map(toOutcome)
}

function toOutcome(row: Row): HoldOutcome {
  const priceMicros = BigInt(row.price_micros)
  if (row.code === '' || row.code === 'known') return { held: true, priceMicros, known: row.code === 'known' }
  return { held: false, code: row.code, priceMicros, windowEndsAt: row.window_ends_at }
}

import type { Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { SealedCall } from '../../domain/settled-call.ts'

interface Row extends Record<string, unknown> {
  call_id: CallId
  state: SealedCall['state']
  corrected: boolean | null
  price_micros: string | null
}

const RECALL = { name: 'recall-calls', text: 'SELECT * FROM recall_calls($1::uuid[])' }

/**
 * Brings settled calls back to where they can be settled, and keeps them there for a while. Answers with those that cannot come
 * back; of a call that nobody knows it says nothing.
 */
export async function recallCalls(db: Queryable, callIds: readonly CallId[]): Promise<SealedCall[]> {
  const rows = await db.query<Row>(RECALL, [callIds])
  return rows.map(row => ({
    callId: row.call_id,
    state: row.state,
    corrected: row.corrected ?? false,
    priceMicros: BigInt(row.price_micros ?? 0),
  }))
}

import type { Queryable } from '@mtg/postgres'
import type { SettleOutcome, SettleRequest } from '../domain/call-move.ts'

interface Row {
  call_id: string
  code: SettleOutcome['code']
  amount_micros: string
}

const SETTLE = {
  name: 'settle-calls',
  text: 'SELECT * FROM settle_calls($1::uuid[], $2::text[], $3::bigint[], $4::text[])',
}

/** Resolves a batch in one statement; see `settle_calls` in the migration. No call id may stand in it twice. */
export async function settleCalls(db: Queryable, requests: SettleRequest[]): Promise<SettleOutcome[]> {
  const rows = await db.query<Row>(SETTLE, [
    requests.map(request => request.callId),
    requests.map(request => request.action),
    requests.map(request => request.totalTokens.toString()),
    requests.map(request => request.outcome),
  ])
  const byCall = new Map(rows.map(row => [row.call_id, { code: row.code, amountMicros: BigInt(row.amount_micros) }]))
  return requests.map(request => {
    const outcome = byCall.get(request.callId)
    if (outcome === undefined) throw new Error(`settle_calls did not answer for ${request.callId}`)
    return outcome
  })
}

import { plainArray, type Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import type { Capture } from '../domain/call-move.ts'

const CAPTURE = {
  name: 'capture-calls',
  text: 'SELECT call_id, amount_micros FROM capture_calls($1::uuid[], $2::bigint[])',
}

/**
 * Captures calls in one statement if they go as they mostly go; see `capture_calls` in the migration. Answers with the prices that were
 * taken, by call: nothing was moved for the others, and `moveCalls` has to decide. No call id may stand in it twice.
 */
export async function captureCalls(db: Queryable, captures: readonly Capture[]): Promise<Map<CallId, bigint>> {
  const rows = await db.query<{ call_id: CallId; amount_micros: string }>(CAPTURE, [
    plainArray(captures.map(capture => capture.callId)),
    plainArray(captures.map(capture => capture.totalTokens)),
  ])
  return new Map(rows.map(row => [row.call_id, BigInt(row.amount_micros)]))
}

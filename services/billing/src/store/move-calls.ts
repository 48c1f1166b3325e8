import { type Database, plainArray, textArray } from '@mtg/postgres'
import type {
  CallMove,
  HoldOutcome,
  HoldRefusal,
  HoldRequest,
  SettleOutcome,
  SettleRequest,
} from '../domain/call-move.ts'

interface Row {
  call_id: string
  code: string
  amount_micros: string
  window_ends_at: Date | null
}

const MOVE = {
  name: 'move-calls',
  text: `SELECT * FROM move_calls($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::text[],
                                  $7::uuid[], $8::uuid[], $9::text[], $10::boolean[], $11::bigint[], $12::uuid[], $13::text[],
                                  $14::bigint)`,
}

/**
 * Settles and holds for a batch of calls in one statement; see `move_calls` in the migration. No call id may stand in it twice. The
 * outcomes are in the order of the moves: HoldOutcome for a hold, SettleOutcome for a settlement.
 */
export async function moveCalls(
  db: Database,
  feePpm: number,
  moves: readonly CallMove[],
): Promise<(HoldOutcome | SettleOutcome)[]> {
  const rows = await db.query<Row>(MOVE, columnsOf(moves, feePpm))
  const byCall = new Map(rows.map(row => [row.call_id, row]))
  return moves.map(({ kind, callId }) => {
    const row = byCall.get(callId)
    if (row === undefined) throw new Error(`move_calls did not answer for ${callId}`)
    return kind === 'hold' ? toHoldOutcome(row) : toSettleOutcome(row)
  })
}

function columnsOf(moves: readonly CallMove[], feePpm: number): unknown[] {
  const captures: SettleRequest[] = []
  const others: SettleRequest[] = []
  const holds: HoldRequest[] = []
  for (const move of moves) {
    if (move.kind === 'hold') holds.push(move)
    else if (move.action === 'capture') captures.push(move)
    else others.push(move)
  }
  return [
    plainArray(captures.map(capture => capture.callId)),
    plainArray(captures.map(capture => capture.totalTokens)),
    plainArray(others.map(other => other.callId)),
    plainArray(others.map(other => other.action)),
    plainArray(others.map(other => other.totalTokens)),
    textArray(others.map(other => other.outcome)),
    plainArray(holds.map(hold => hold.callId)),
    plainArray(holds.map(hold => hold.purchaseId)),
    textArray(holds.map(hold => hold.tool)),
    plainArray(holds.map(hold => hold.isPaid)),
    plainArray(holds.map(hold => hold.ttlMs)),
    plainArray(holds.map(hold => hold.keyId)),
    textArray(holds.map(hold => hold.name)),
    feePpm,
  ]
}

function toHoldOutcome(row: Row): HoldOutcome {
  const priceMicros = BigInt(row.amount_micros)
  if (row.code === '' || row.code === 'known') return { isHeld: true, priceMicros, isKnown: row.code === 'known' }
  return { isHeld: false, code: row.code as HoldRefusal, priceMicros, windowEndsAt: row.window_ends_at }
}

function toSettleOutcome(row: Row): SettleOutcome {
  return { code: row.code as SettleOutcome['code'], amountMicros: BigInt(row.amount_micros) }
}

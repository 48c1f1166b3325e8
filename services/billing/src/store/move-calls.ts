import { plainArray, type Queryable, textArray } from '@mtg/postgres'
import type { CallId, KeyId } from '@mtg/primitives'
import {
  type CallMove,
  type HoldOutcome,
  type HoldRefusal,
  type HoldRequest,
  isCapture,
  type SettleOutcome,
  type SettleRequest,
} from '../domain/call-move.ts'
import type { Breach, KeyCap } from '../domain/key-limits.ts'
import { captureCalls } from './capture-calls.ts'

interface Row {
  call_id: CallId
  code: string
  amount_micros: string
  window_ends_at: Date | null
  /** Amounts are texts. */
  refused_by: {
    limit: KeyCap
    keyId: KeyId
    keyName: string
    value: string
    spent: string | null
    freesAtHour: number | null
  } | null
}

const HOUR_MS = 3_600_000

const MOVE_CALLS = `move_calls($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::text[],
                               $7::uuid[], $8::uuid[], $9::text[], $10::boolean[], $11::bigint[], $12::uuid[], $13::text[],
                               $14::bigint[], $15::bigint)`

const MOVE = { name: 'move-calls', text: `SELECT * FROM ${MOVE_CALLS}` }

// Holds alone need not wait for the disk, see `moveOneCall`.
const HOLD = {
  name: 'hold-calls',
  text: `SELECT moved.* FROM set_config('synchronous_commit', 'off', true), ${MOVE_CALLS} AS moved`,
}

// Whoever is told that a call was captured before must not be told so before the disk has it: this comes after it in the log, and
// does not return before the log is on the disk.
const AWAIT_DISK = { name: 'await-disk', text: "SELECT pg_logical_emit_message(true, 'mtg', '')" }

/**
 * Settles and holds for a batch of calls; see `move_calls` in the migration. Where all are captures, most of them go by a statement
 * made for that. No call id may stand in it twice. The outcomes are in the order of the moves: HoldOutcome for a hold, SettleOutcome for
 * a settlement.
 */
export async function moveCalls(
  db: Queryable,
  feePpm: number,
  moves: readonly CallMove[],
): Promise<(HoldOutcome | SettleOutcome)[]> {
  const captured = moves.every(isCapture) ? await captureCalls(db, moves) : new Map<CallId, bigint>()
  const others = captured.size === 0 ? moves : moves.filter(({ callId }) => !captured.has(callId))
  const decided = others.length === 0 ? new Map<CallId, Row>() : await decide(db, feePpm, others)
  return moves.map(({ kind, callId }) => {
    const amountMicros = captured.get(callId)
    if (amountMicros !== undefined) return { code: '', amountMicros }
    const row = decided.get(callId)
    if (row === undefined) throw new Error(`move_calls did not answer for ${callId}`)
    return kind === 'hold' ? toHoldOutcome(row) : toSettleOutcome(row)
  })
}

async function decide(db: Queryable, feePpm: number, moves: readonly CallMove[]): Promise<Map<CallId, Row>> {
  const isDurable = moves.some(move => move.kind === 'settle')
  const rows = await db.query<Row>(isDurable ? MOVE : HOLD, columnsOf(moves, feePpm))
  if (rows.some(row => row.code === 'again')) await db.query(AWAIT_DISK)
  return new Map(rows.map(row => [row.call_id, row]))
}

function columnsOf(moves: readonly CallMove[], feePpm: number): unknown[] {
  const captures: SettleRequest[] = []
  const others: SettleRequest[] = []
  const holds: HoldRequest[] = []
  for (const move of moves) {
    if (move.kind === 'hold') holds.push(move)
    else if (isCapture(move)) captures.push(move)
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
    plainArray(holds.map(hold => hold.maxPriceMicros)),
    feePpm,
  ]
}

function toHoldOutcome(row: Row): HoldOutcome {
  const priceMicros = BigInt(row.amount_micros)
  if (row.code === '' || row.code === 'known') return { isHeld: true, priceMicros, isKnown: row.code === 'known' }
  const { refused_by: refusal, window_ends_at: windowEndsAt } = row
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `move_calls` of the migrations answers a hold with these
  const outcome = { isHeld: false, code: row.code as HoldRefusal, priceMicros, windowEndsAt } as const
  return refusal === null ? outcome : { ...outcome, breach: toBreach(refusal) }
}

function toBreach(refusal: NonNullable<Row['refused_by']>): Breach {
  const { limit, keyId, keyName, value, spent, freesAtHour } = refusal
  const spentMicros = spent === null ? null : BigInt(spent)
  const freesAt = freesAtHour === null ? null : new Date(freesAtHour * HOUR_MS)
  return { limit, keyId, keyName, value: BigInt(value), spentMicros, freesAt }
}

function toSettleOutcome(row: Row): SettleOutcome {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `move_calls` of the migrations answers a settlement with these
  return { code: row.code as SettleOutcome['code'], amountMicros: BigInt(row.amount_micros) }
}

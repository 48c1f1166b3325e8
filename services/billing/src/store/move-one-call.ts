import type { Database } from '@mtg/postgres'
import {
  type CallMove,
  type Capture,
  type HoldOutcome,
  type HoldRequest,
  isCapture,
  type SettleOutcome,
  type SettleRequest,
} from '../domain/call-move.ts'

/** A move that there is a statement of its own for. */
export type OrdinaryMove = ({ readonly kind: 'hold' } & HoldRequest) | Capture

/** Whether there is a statement of its own for a move. */
export function isOrdinary(move: CallMove): move is OrdinaryMove {
  return move.kind === 'hold' ? move.maxPriceMicros === null : isCapture(move)
}

interface Row {
  /** Null: nothing was moved. Of a hold, negative: the wallet lacks this price. */
  amount: string | null
}

// A hold that is lost with the database has cost nobody anything: its capture is refused before anything is delivered. So nobody
// waits for the disk; the next capture takes it along.
const HOLD = {
  name: 'hold-call',
  text: `SELECT hold_call($1::uuid, $2::uuid, $3, $4, $5, $6::uuid, $7, $8) AS amount
         FROM set_config('synchronous_commit', 'off', true)`,
}

const CAPTURE = { name: 'capture-call', text: 'CALL capture_call($1::uuid, $2::bigint, NULL)' }

/**
 * Moves the money of one call by a statement made for it, if it goes as it mostly goes; see `hold_call` and `capture_call` in the
 * migration. Undefined when nothing was moved, and `moveCalls` has to decide.
 */
export async function moveOneCall(
  db: Database,
  feePpm: number,
  move: OrdinaryMove,
): Promise<HoldOutcome | SettleOutcome | undefined> {
  return move.kind === 'hold' ? await hold(db, feePpm, move) : await capture(db, move)
}

async function hold(db: Database, feePpm: number, request: HoldRequest): Promise<HoldOutcome | undefined> {
  const { callId, purchaseId, tool, isPaid, ttlMs, keyId, name } = request
  const [row] = await db.query<Row>(HOLD, [callId, purchaseId, tool, isPaid, ttlMs, keyId, name, feePpm])
  return holdOutcomeOf(row?.amount ?? null)
}

/** What became of a hold, by the amount that `hold_call` answers with: undefined when nothing was moved, and `moveCalls` has to decide. */
export function holdOutcomeOf(amount: string | null): HoldOutcome | undefined {
  if (amount === null) return undefined
  const micros = BigInt(amount)
  if (micros >= 0n) return { isHeld: true, priceMicros: micros, isKnown: false }
  return { isHeld: false, code: 'insufficient_balance', priceMicros: -micros, windowEndsAt: null }
}

async function capture(db: Database, { callId, totalTokens }: SettleRequest): Promise<SettleOutcome | undefined> {
  const [row] = await db.query<Row>(CAPTURE, [callId, totalTokens])
  const amount = row?.amount ?? undefined
  return amount === undefined ? undefined : { code: '', amountMicros: BigInt(amount) }
}

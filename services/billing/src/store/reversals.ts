import type { Queryable } from '@mtg/postgres'
import type { Reversal } from '../domain/reversal.ts'

const SET_RETURNED = {
  name: 'set-reversal-state',
  text: `UPDATE reversals SET state = 'returned', processor_ref = coalesce(processor_ref, $2) WHERE id = $1`,
}

/** Notes that the money came back; with the processor's name of the reversal if it had ever begun one. */
export async function setReversalReturned(tx: Queryable, id: string, processorRef: string | null): Promise<void> {
  await tx.query(SET_RETURNED, [id, processorRef])
}

const TAKE_AGAIN = {
  name: 'take-reversal-again',
  text: `UPDATE reversals SET state = 'taken', from_wallet_micros = $2, processor_ref = $3, taken_again = true
         WHERE id = $1 AND state = 'returned'`,
}

/** Notes that money which had come back has left after all. */
export async function takeReversalAgain(tx: Queryable, reversal: Reversal): Promise<void> {
  const { id, fromWalletMicros, processorRef } = reversal
  await tx.query(TAKE_AGAIN, [id, fromWalletMicros.toString(), processorRef])
}

const INSERT = {
  name: 'insert-reversal',
  text: `
    INSERT INTO reversals (id, top_up_id, kind, state, amount_micros, from_wallet_micros, request_id, processor_ref)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Stores a new reversal. */
export async function insertReversal(tx: Queryable, reversal: Reversal): Promise<void> {
  await tx.query(INSERT, [
    reversal.id,
    reversal.topUpId,
    reversal.kind,
    reversal.state,
    reversal.amountMicros.toString(),
    reversal.fromWalletMicros.toString(),
    reversal.requestId,
    reversal.processorRef,
  ])
}

const COLUMNS = `
  id, top_up_id AS "topUpId", kind, state, amount_micros AS "amountMicros", from_wallet_micros AS "fromWalletMicros",
  request_id AS "requestId", processor_ref AS "processorRef", taken_again AS "takenAgain"`

type Row = Omit<Reversal, 'amountMicros' | 'fromWalletMicros'> & {
  readonly amountMicros: string
  readonly fromWalletMicros: string
} & Record<string, unknown>

function toReversal(row: Row): Reversal {
  return { ...row, amountMicros: BigInt(row.amountMicros), fromWalletMicros: BigInt(row.fromWalletMicros) }
}

const OF_REF = {
  name: 'reversal-of-ref',
  text: `SELECT ${COLUMNS} FROM reversals WHERE (kind = $1 AND processor_ref = $2) OR id = $3`,
}

/** A reversal by the processor's id of it, or our own. */
export async function findReversal(
  tx: Queryable,
  kind: string,
  processorRef: string,
  id: string | undefined,
): Promise<Reversal | undefined> {
  const [row] = await tx.query<Row>(OF_REF, [kind, processorRef, id ?? null])
  return row && toReversal(row)
}

const OF_REQUEST = {
  name: 'reversal-of-request',
  text: `SELECT ${COLUMNS} FROM reversals WHERE top_up_id = $1 AND request_id = $2`,
}

/** A refund by the request that asked for it. */
export async function findRefund(tx: Queryable, topUpId: string, requestId: string): Promise<Reversal | undefined> {
  const [row] = await tx.query<Row>(OF_REQUEST, [topUpId, requestId])
  return row && toReversal(row)
}

const CONFIRM = {
  name: 'confirm-reversal',
  text: `UPDATE reversals SET state = 'taken', processor_ref = coalesce(processor_ref, $2)
         WHERE id = $1 AND state = 'requested'`,
}

/** Notes that the processor has a refund that we asked for. */
export async function confirmReversal(tx: Queryable, id: string, processorRef: string): Promise<void> {
  await tx.query(CONFIRM, [id, processorRef])
}

// The processor forgets after a day that it was asked before; then only a person can tell what became of it.
const UNFINISHED = {
  name: 'unfinished-refunds',
  text: `SELECT ${COLUMNS} FROM reversals WHERE state = 'requested'
           AND created_at BETWEEN clock_timestamp() - interval '23 hours' AND clock_timestamp() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT 100`,
}

/** Refunds that the processor has not confirmed for a while. */
export async function listUnfinishedRefunds(db: Queryable, afterMs: number): Promise<Reversal[]> {
  return (await db.query<Row>(UNFINISHED, [afterMs])).map(toReversal)
}

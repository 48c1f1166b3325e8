import type { Queryable } from '@mtg/postgres'
import { post } from '../../store/ledger/post.ts'
import type { TopUp } from './top-up.ts'

/** Money of a top-up that goes back. */
export interface Reversal {
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly amountMicros: bigint
  /** What the wallet still had of it; the buyer owes the rest. */
  readonly fromWalletMicros: bigint
}

/** A stored reversal. */
export interface StoredReversal extends Reversal {
  readonly topUpId: string
  readonly state: 'requested' | 'taken' | 'returned'
  readonly requestId: string | null
  readonly processorRef: string | null
}

const CLEARING = { type: 'processor_clearing' } as const

/** Takes the money out of the wallet, and what is missing out of what the buyer owes: a wallet never goes below zero. */
export async function takeBack(tx: Queryable, topUp: TopUp, reversal: Reversal): Promise<void> {
  const { id, kind, amountMicros, fromWalletMicros } = reversal
  const owedMicros = amountMicros - fromWalletMicros
  const owner = topUp.buyerId
  if (fromWalletMicros > 0n) {
    const debit = { type: 'wallet', owner } as const
    await post(tx, { kind, debit, credit: CLEARING, amountMicros: fromWalletMicros, reference: `${id}:wallet` })
  }
  if (owedMicros > 0n) {
    const debit = { type: 'receivable', owner } as const
    await post(tx, { kind, debit, credit: CLEARING, amountMicros: owedMicros, reference: `${id}:receivable` })
  }
  await tx.query(ADD_REVERSED, [topUp.id, amountMicros.toString()])
}

/** Undoes `takeBack`, entry by entry. */
export async function giveBack(tx: Queryable, topUp: TopUp, reversal: Reversal): Promise<void> {
  const { id, kind, amountMicros, fromWalletMicros } = reversal
  const owedMicros = amountMicros - fromWalletMicros
  const owner = topUp.buyerId
  if (fromWalletMicros > 0n) {
    const credit = { type: 'wallet', owner } as const
    const reference = `${id}:wallet:returned`
    await post(tx, { kind, debit: CLEARING, credit, amountMicros: fromWalletMicros, reference })
  }
  if (owedMicros > 0n) {
    const credit = { type: 'receivable', owner } as const
    const reference = `${id}:receivable:returned`
    await post(tx, { kind, debit: CLEARING, credit, amountMicros: owedMicros, reference })
  }
  await tx.query(SET_STATE, [id, 'returned'])
  await tx.query(ADD_REVERSED, [topUp.id, (-amountMicros).toString()])
}

const ADD_REVERSED = {
  name: 'add-reversed',
  text: 'UPDATE top_ups SET reversed_micros = reversed_micros + $2 WHERE id = $1',
}

const SET_STATE = { name: 'set-reversal-state', text: 'UPDATE reversals SET state = $2 WHERE id = $1' }

const AVAILABLE = {
  name: 'lock-available',
  text: 'SELECT posted - held AS available FROM wallets WHERE buyer_id = $1 FOR UPDATE',
}

/** What a buyer could spend; stays so until the transaction ends. */
export async function lockAvailable(tx: Queryable, buyerId: string): Promise<bigint> {
  const [row] = await tx.query<{ available: string }>(AVAILABLE, [buyerId])
  return BigInt(row?.available ?? 0)
}

const INSERT = {
  name: 'insert-reversal',
  text: `
    INSERT INTO reversals (id, top_up_id, kind, state, amount_micros, from_wallet_micros, request_id, processor_ref)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Stores a new reversal. */
export async function insertReversal(tx: Queryable, reversal: StoredReversal): Promise<void> {
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
  request_id AS "requestId", processor_ref AS "processorRef"`

type Row = Record<keyof StoredReversal, string> & Pick<StoredReversal, 'kind' | 'state' | 'requestId' | 'processorRef'>

function toReversal(row: Row): StoredReversal {
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
): Promise<StoredReversal | undefined> {
  const [row] = await tx.query<Row>(OF_REF, [kind, processorRef, id ?? null])
  return row && toReversal(row)
}

const OF_REQUEST = {
  name: 'reversal-of-request',
  text: `SELECT ${COLUMNS} FROM reversals WHERE top_up_id = $1 AND request_id = $2`,
}

/** A refund by the request that asked for it. */
export async function findRefund(
  tx: Queryable,
  topUpId: string,
  requestId: string,
): Promise<StoredReversal | undefined> {
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
export async function listUnfinishedRefunds(db: Queryable, afterMs: number): Promise<StoredReversal[]> {
  return (await db.query<Row>(UNFINISHED, [afterMs])).map(toReversal)
}

import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { PaymentProcessor } from '../../clients/processor/processor.ts'
import { isWholeCents } from '../../domain/cents.ts'
import type { Reversal } from '../../domain/reversal.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { findRefund, findReversal, insertReversal } from '../../store/reversals.ts'
import { findTopUp, lockTopUp } from '../../store/top-ups.ts'
import { lockAvailableMicros } from '../../store/wallets.ts'
import { type AskDeps, askAlone } from '../transfers/ask-alone.ts'
import { refuseWhileMoving } from './apply-event.ts'
import { enterAcceptance } from './enter-acceptance.ts'
import { giveBack, takeBack } from './take-back.ts'

/** The books, and the processor that sends money back. */
export interface RefundDeps extends AskDeps {
  readonly processor: PaymentProcessor
  readonly log: Logger
}

/** What to send back; 0: all that is left. */
export interface RefundRequest {
  readonly topUpId: string
  readonly amountMicros: bigint
  readonly requestId: string
}

/** A refund; `returned` when the processor refused it. */
export interface Refunded {
  readonly id: string
  readonly amountMicros: bigint
  readonly returned: boolean
}

/** Takes money of a top-up out of the wallet, then has the processor send it. In that order: it cannot be spent meanwhile. */
export async function refundTopUp(deps: RefundDeps, request: RefundRequest): Promise<Refunded> {
  const refund = await deps.db.transaction(tx => takeOnce(tx, request))
  if (refund.state !== 'requested') return { ...refund, returned: refund.state === 'returned' }
  try {
    return { ...refund, returned: (await sendRefund(deps, refund)) === 'returned' }
  } catch (err) {
    // It is asked again until the processor answers.
    deps.log.warn({ err, reversalId: refund.id }, 'a refund could not be sent yet')
    return { ...refund, returned: false }
  }
}

/**
 * Asks the processor for a refund whose money has left the wallet, and enters the answer; answers with what the refund is then, undefined
 * when somebody else asks just now.
 */
export async function sendRefund(deps: RefundDeps, refund: Reversal): Promise<Reversal['state'] | undefined> {
  const { id: reversalId, amountMicros, topUpId } = refund
  const { paymentId } = requirePaid(await findTopUp(deps.db, topUpId), topUpId)
  const answer = await askAlone(deps, 'reversals', reversalId, () =>
    deps.processor.refund({ reversalId, paymentId, amountMicros }),
  )
  if (answer === undefined) return undefined
  if (!answer.accepted) deps.log.warn({ reversalId, reason: answer.reason }, 'the processor refused a refund')
  return await deps.db.transaction(async tx => {
    const topUp = requirePaid(await lockTopUp(tx, topUpId), topUpId)
    if (answer.accepted) return await enterAcceptance(tx, deps.log, topUp, { ...refund, ref: answer.ref })
    const current = await findReversal(tx, 'refund', '', reversalId)
    if (current?.state !== 'requested') return current?.state
    await giveBack(tx, topUp, refund, null)
    return 'returned'
  })
}

async function takeOnce(tx: Queryable, request: RefundRequest): Promise<Reversal> {
  const found = await lockTopUp(tx, request.topUpId)
  if (found === undefined) await refuseWhileMoving(tx)
  const topUp = requirePaid(found, request.topUpId)
  const known = await findRefund(tx, topUp.id, request.requestId)
  if (known !== undefined) return known
  const amountMicros = amountOf(topUp, request.amountMicros)
  const availableMicros = await lockAvailableMicros(tx, topUp.buyerId)
  if (availableMicros < amountMicros) {
    throw appError('insufficient_balance', {
      message: 'The wallet no longer holds what is to be refunded.',
      detail: { availableMicros, amountMicros },
    })
  }
  const refund: Reversal = {
    id: uuidv7(systemClock.nowMs()),
    topUpId: topUp.id,
    kind: 'refund',
    state: 'requested',
    amountMicros,
    fromWalletMicros: amountMicros,
    requestId: request.requestId,
    processorRef: null,
    takenAgain: false,
  }
  await insertReversal(tx, refund)
  await takeBack(tx, topUp, refund)
  return refund
}

function requirePaid(topUp: TopUp | undefined, topUpId: string): TopUp & { readonly paymentId: string } {
  if (topUp === undefined) throw appError('not_found', { message: 'No top-up has that id.', detail: { topUpId } })
  const { paymentId } = topUp
  if (paymentId === null) throw invalidField('top_up_id', 'names a top-up that has not been paid')
  return { ...topUp, paymentId }
}

function amountOf(topUp: TopUp, asked: bigint): bigint {
  const left = topUp.amountMicros - topUp.reversedMicros
  const amount = asked === 0n ? left : asked
  if (amount <= 0n || amount > left || !isWholeCents(amount)) {
    throw invalidField(
      'amount_micros',
      `must be whole cents, above 0, and at most ${left} (what is left of the top-up)`,
    )
  }
  return amount
}

import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { PaymentProcessor, ProcessorEvent, ProcessorNews } from '../../clients/processor/processor.ts'
import type { Reversal } from '../../domain/reversal.ts'
import type { TopUp } from '../../domain/top-up.ts'
import { hasAnyoneMovedLately } from '../../store/cells/buyer-moves.ts'
import { post } from '../../store/ledger/post.ts'
import { noteProcessorEvent } from '../../store/processor-events.ts'
import { findReversal, insertReversal, setReversalReturned } from '../../store/reversals.ts'
import { findTopUp, lockTopUp, lockTopUpOfPayment, setTopUpFailed, setTopUpPaid } from '../../store/top-ups.ts'
import { lockAvailableMicros } from '../../store/wallets.ts'
import { enterAcceptance } from './enter-acceptance.ts'
import { giveBack, takeBack } from './take-back.ts'

/** The books, and the processor whose events are applied. */
export interface EventDeps {
  readonly db: Database
  readonly processor: PaymentProcessor
  readonly log: Logger
}

type PaidNews = Extract<ProcessorNews, { type: 'paid' }>
type ReversalNews = Extract<ProcessorNews, { type: 'reversed' | 'reversal_undone' }>

/** Enters what an event of the processor says: once, however often and in whatever order events come. */
export async function applyEvent(deps: EventDeps, event: ProcessorEvent): Promise<void> {
  const { news } = event
  if (news.type === 'other') return
  const missedPayment = isReversal(news) ? await findMissedPayment(deps, news.paymentId) : undefined
  await deps.db.transaction(async tx => {
    const isFirst = await noteProcessorEvent(tx, deps.processor.name, event)
    if (!isFirst) return
    if (missedPayment !== undefined) await applyPaid(deps, tx, missedPayment)
    if (news.type === 'paid') return await applyPaid(deps, tx, news)
    if (news.type === 'not_paid') return await setTopUpFailed(tx, news.topUpId)
    await applyReversal(deps, tx, news)
  })
}

/** Whether the top-up that an event is about is in these books; an event about none is. */
export async function isEventHere({ db, processor }: EventDeps, { news }: ProcessorEvent): Promise<boolean> {
  if (news.type === 'other') return true
  if (!isReversal(news)) return (await findTopUp(db, news.topUpId)) !== undefined
  const known = await db.transaction(tx => lockTopUpOfPayment(tx, processor.name, news.paymentId))
  if (known !== undefined) return true
  const payment = await processor.findPayment(news.paymentId)
  return payment !== undefined && (await findTopUp(db, payment.topUpId)) !== undefined
}

/** A top-up that is not found may be on the way to another cell, with its buyer: the processor sends the event again. */
export async function refuseWhileMoving(db: Queryable): Promise<void> {
  if (!(await hasAnyoneMovedLately(db))) return
  throw appError('cell_unavailable', { detail: { reason: 'the top-up may be on the way to another cell' } })
}

async function applyPaid(deps: EventDeps, tx: Queryable, news: PaidNews): Promise<void> {
  const { topUpId, paymentId, amountMicros } = news
  const topUp = await lockTopUp(tx, topUpId)
  if (topUp === undefined) {
    await refuseWhileMoving(tx)
    return deps.log.error({ topUpId, paymentId }, 'a payment names a top-up that does not exist')
  }
  if (topUp.state === 'paid') return
  if (topUp.amountMicros !== amountMicros) {
    deps.log.error({ topUpId, asked: topUp.amountMicros, amountMicros }, 'another amount was paid than asked for')
  }
  // What the processor has taken is what the buyer gets.
  await setTopUpPaid(tx, topUpId, paymentId, amountMicros)
  await post(tx, {
    kind: 'topup',
    debit: { type: 'processor_clearing' },
    credit: { type: 'wallet', owner: topUp.buyerId },
    amountMicros,
    reference: `topup:${topUpId}`,
  })
}

function isReversal(news: ProcessorNews): news is ReversalNews {
  return news.type === 'reversed' || news.type === 'reversal_undone'
}

/** A payment whose own event has not come yet, although it was reversed already: the processor is asked about it. */
async function findMissedPayment(deps: EventDeps, paymentId: string): Promise<PaidNews | undefined> {
  const known = await deps.db.transaction(tx => lockTopUpOfPayment(tx, deps.processor.name, paymentId))
  if (known !== undefined) return undefined
  const payment = await deps.processor.findPayment(paymentId)
  return payment && { type: 'paid', paymentId, topUpId: payment.topUpId, amountMicros: payment.amountMicros }
}

async function applyReversal(deps: EventDeps, tx: Queryable, news: ReversalNews): Promise<void> {
  const { kind, ref, paymentId } = news
  const topUp = await lockTopUpOfPayment(tx, deps.processor.name, paymentId)
  if (topUp === undefined) {
    await refuseWhileMoving(tx)
    return deps.log.warn({ kind, ref, paymentId }, 'a reversal is of no top-up of ours')
  }
  const known = await findReversal(tx, kind, ref, news.reversalId)
  if (known === undefined) await applyUnknownReversal(tx, topUp, news)
  else if (news.type === 'reversed') await enterAcceptance(tx, deps.log, topUp, { id: known.id, kind, ref })
  else if (known.state !== 'returned') await giveBack(tx, topUp, known, ref)
  // What fails before its acceptance is heard of is not taken by that any more.
  else await setReversalReturned(tx, known.id, ref)
}

async function applyUnknownReversal(tx: Queryable, topUp: TopUp, news: ReversalNews): Promise<void> {
  const isUndone = news.type === 'reversal_undone'
  const availableMicros = isUndone ? 0n : await lockAvailableMicros(tx, topUp.buyerId)
  const reversal: Reversal = {
    id: uuidv7(systemClock.nowMs()),
    topUpId: topUp.id,
    kind: news.kind,
    // Undone before we heard of it: remembered, so that the event that comes late takes nothing.
    state: isUndone ? 'returned' : 'taken',
    amountMicros: news.amountMicros,
    fromWalletMicros: availableMicros < news.amountMicros ? availableMicros : news.amountMicros,
    requestId: null,
    processorRef: news.ref,
    takenAgain: false,
  }
  await insertReversal(tx, reversal)
  if (!isUndone) await takeBack(tx, topUp, reversal)
}

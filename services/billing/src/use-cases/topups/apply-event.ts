import { type Logger } from '@mtg/observability'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import type { PaymentProcessor, ProcessorEvent, ProcessorNews } from '../../clients/processor/processor.ts'
import { post } from '../../store/ledger/post.ts'
import { confirmReversal, findReversal, giveBack, insertReversal, lockAvailable, takeBack } from './reversals.ts'
import { lockTopUp, TOP_UP_COLUMNS, type TopUp, type TopUpRow, toTopUp } from './top-up.ts'

/** What applying events stands on. */
export interface EventDeps {
  readonly db: Database
  readonly processor: PaymentProcessor
  readonly log: Logger
}

type PaidNews = Extract<ProcessorNews, { type: 'paid' }>
type ReversalNews = Extract<ProcessorNews, { type: 'reversed' | 'reversal_undone' }>

/** Makes an event of the processor take effect, once, whatever came before it or comes again. */
export async function applyEvent(deps: EventDeps, event: ProcessorEvent): Promise<void> {
  const { news } = event
  if (news.type === 'other') return
  const missedPayment = isReversal(news) ? await findMissedPayment(deps, news.paymentId) : undefined
  await deps.db.transaction(async tx => {
    const isFirst = (await tx.query(NOTE, [deps.processor.name, event.id, event.name])).length === 1
    if (!isFirst) return
    if (missedPayment !== undefined) await applyPaid(deps, tx, missedPayment)
    if (news.type === 'paid') return await applyPaid(deps, tx, news)
    if (news.type === 'not_paid') return void (await tx.query(FAIL, [news.topUpId]))
    await applyReversal(deps, tx, news)
  })
}

const NOTE = {
  name: 'note-processor-event',
  text: `
    INSERT INTO processor_events (processor, event_id, type) VALUES ($1, $2, $3)
    ON CONFLICT (processor, event_id) DO NOTHING RETURNING event_id`,
}

const FAIL = { name: 'fail-top-up', text: `UPDATE top_ups SET state = 'failed' WHERE id = $1 AND state = 'pending'` }

const PAID = {
  name: 'top-up-paid',
  text: `UPDATE top_ups SET state = 'paid', paid_at = clock_timestamp(), payment_id = $2, amount_micros = $3 WHERE id = $1`,
}

async function applyPaid(deps: EventDeps, tx: Queryable, news: PaidNews): Promise<void> {
  const { topUpId, paymentId, amountMicros } = news
  const topUp = await lockTopUp(tx, topUpId)
  if (topUp === undefined) return deps.log.error({ topUpId, paymentId }, 'a payment names a top-up that does not exist')
  if (topUp.state === 'paid') return
  if (topUp.amountMicros !== amountMicros)
    deps.log.error({ topUpId, asked: topUp.amountMicros, amountMicros }, 'another amount was paid than asked for')
  // What the processor has taken is what the buyer gets.
  await tx.query(PAID, [topUpId, paymentId, amountMicros.toString()])
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

const OF_PAYMENT = {
  name: 'top-up-of-payment',
  text: `SELECT ${TOP_UP_COLUMNS} FROM top_ups WHERE processor = $1 AND payment_id = $2 FOR UPDATE`,
}

async function lockTopUpOfPayment(deps: EventDeps, tx: Queryable, paymentId: string): Promise<TopUp | undefined> {
  const [row] = await tx.query<TopUpRow>(OF_PAYMENT, [deps.processor.name, paymentId])
  return row && toTopUp(row)
}

/** A payment whose own event has not come yet, although it was reversed already: the processor is asked about it. */
async function findMissedPayment(deps: EventDeps, paymentId: string): Promise<PaidNews | undefined> {
  const known = await deps.db.transaction(tx => lockTopUpOfPayment(deps, tx, paymentId))
  if (known !== undefined) return undefined
  const payment = await deps.processor.findPayment(paymentId)
  return payment && { type: 'paid', paymentId, topUpId: payment.topUpId, amountMicros: payment.amountMicros }
}

async function applyReversal(deps: EventDeps, tx: Queryable, news: ReversalNews): Promise<void> {
  const { kind, ref, paymentId, amountMicros } = news
  const topUp = await lockTopUpOfPayment(deps, tx, paymentId)
  if (topUp === undefined) return deps.log.warn({ kind, ref, paymentId }, 'a reversal is of no top-up of ours')
  const isUndone = news.type === 'reversal_undone'
  const known = await findReversal(tx, kind, ref, news.reversalId)
  if (known !== undefined) {
    if (!isUndone) return await confirmReversal(tx, known.id, ref)
    if (known.state !== 'returned') await giveBack(tx, topUp, known)
    return
  }
  const available = isUndone ? 0n : await lockAvailable(tx, topUp.buyerId)
  const reversal = {
    id: uuidv7(systemClock.nowMs()),
    topUpId: topUp.id,
    kind,
    // Undone before we heard of it: remembered, so that the event that comes late takes nothing.
    state: isUndone ? 'returned' : 'taken',
    amountMicros,
    fromWalletMicros: available < amountMicros ? available : amountMicros,
    requestId: null,
    processorRef: ref,
  } as const
  await insertReversal(tx, reversal)
  if (!isUndone) await takeBack(tx, topUp, reversal)
}

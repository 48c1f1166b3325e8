import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Database, Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { PaymentProcessor } from '../../clients/processor/processor.ts'
import { floorToCents, isWholeCents } from '../../domain/cents.ts'
import { netMicros } from '../../domain/journal.ts'
import type { Payout } from '../../domain/payout.ts'
import { post } from '../../store/ledger/post.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { findPayout, insertPayout, resolvePayout } from '../../store/payouts.ts'
import { lockPublisher } from '../../store/publisher-accounts.ts'

/** The books, and the processor that sends money to publishers. */
export interface PayoutDeps {
  readonly db: Database
  readonly processor: PaymentProcessor
  readonly log: Logger
}

/** What to pay out; 0: all that is payable. */
export interface PayoutRequest {
  readonly username: string
  readonly amountMicros: bigint
  readonly requestId: string
}

/** Takes earnings out of the publisher's account, then has the processor send them. In that order: never sent twice. */
export async function payOut(deps: PayoutDeps, request: PayoutRequest): Promise<Payout> {
  const payout = await deps.db.transaction(tx => takeOnce(deps, tx, request))
  if (payout.state !== 'requested') return payout
  try {
    return await sendPayout(deps, payout)
  } catch (err) {
    // It is asked again until the processor answers.
    deps.log.warn({ err, payoutId: payout.id }, 'a payout could not be sent yet')
    return payout
  }
}

/** Has the processor send a payout that has left the publisher's account, and enters what became of it. */
export async function sendPayout(deps: PayoutDeps, payout: Payout): Promise<Payout> {
  const { id: payoutId, account, amountMicros, publisherId } = payout
  const answer = await deps.processor.payOut({ payoutId, account, amountMicros })
  if (!answer.accepted) deps.log.warn({ payoutId, reason: answer.reason }, 'the processor refused a payout')
  const state = answer.accepted ? 'paid' : 'returned'
  const resolved = await deps.db.transaction(async tx => {
    const changed = await resolvePayout(tx, payoutId, state, answer.accepted ? answer.ref : null)
    if (changed === undefined) return undefined
    await post(tx, {
      kind: 'payout',
      debit: { type: 'payout' },
      credit: answer.accepted ? { type: 'processor_clearing' } : { type: 'publisher_payable', owner: publisherId },
      amountMicros,
      reference: `payout:${payoutId}:${state}`,
    })
    return changed
  })
  return resolved ?? payout
}

async function takeOnce(deps: PayoutDeps, tx: Queryable, request: PayoutRequest): Promise<Payout> {
  const { username, requestId } = request
  const publisher = await lockPublisher(tx, username)
  const known = await findPayout(tx, publisher.id, requestId)
  if (known !== undefined) return known
  const account = publisher.payoutAccount ?? deps.processor.defaultAccount(username)
  if (!publisher.payoutConnected || account === undefined) {
    throw appError('publisher_not_payable', {
      message: 'The publisher has no payout account at the payment processor: connect one first.',
      detail: { username },
    })
  }
  const amountMicros = amountOf(netMicros(await sumPayable(tx, publisher.id)), request.amountMicros)
  const id = uuidv7(systemClock.nowMs())
  const payout = await insertPayout(tx, { id, publisherId: publisher.id, amountMicros, account, requestId })
  await post(tx, {
    kind: 'payout',
    debit: { type: 'publisher_payable', owner: publisher.id },
    credit: { type: 'payout' },
    amountMicros,
    reference: `payout:${id}`,
  })
  return payout
}

function amountOf(payableMicros: bigint, asked: bigint): bigint {
  if (asked < 0n || !isWholeCents(asked)) throw invalidField('amount_micros', 'must be whole cents, and not negative')
  const amount = asked === 0n ? floorToCents(payableMicros) : asked
  if (amount <= 0n || amount > payableMicros) {
    throw appError('nothing_to_pay_out', {
      message: `Not that much can be paid out: the publisher has earned ${payableMicros} micro-USD that were not paid out yet.`,
      detail: { payableMicros, asked },
    })
  }
  return amount
}

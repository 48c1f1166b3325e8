import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { invalidField } from '@mtg/rpc'
import type { PaymentProcessor, Transfer } from '../../clients/processor/processor.ts'
import { floorToCents, isWholeCents } from '../../domain/cents.ts'
import { type Account, netMicros } from '../../domain/journal.ts'
import type { Payout } from '../../domain/payout.ts'
import { post } from '../../store/ledger/post.ts'
import { sumPayable } from '../../store/ledger/sums.ts'
import { findPayout, insertPayout, resolvePayout, takeReturnedPayout } from '../../store/payouts.ts'
import { lockPublisher } from '../../store/publisher-accounts.ts'
import { type AskDeps, askAlone } from '../transfers/ask-alone.ts'

/** The books, and the processor that sends money to publishers. */
export interface PayoutDeps extends AskDeps {
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

/**
 * Has the processor send a payout that has left the publisher's account, and enters what became of it; nothing when somebody else
 * does so just now.
 */
export async function sendPayout(deps: PayoutDeps, payout: Payout): Promise<Payout> {
  const { id: payoutId, account, amountMicros } = payout
  const answer = await askAlone(deps, 'payouts', payoutId, () =>
    deps.processor.payOut({ payoutId, account, amountMicros }),
  )
  if (answer === undefined) return payout
  if (!answer.accepted) deps.log.warn({ payoutId, reason: answer.reason }, 'the processor refused a payout')
  return (await deps.db.transaction(tx => enter(deps, tx, payout, answer))) ?? payout
}

/** Enters an answer; undefined when there is nothing to enter any more. */
async function enter(deps: PayoutDeps, tx: Queryable, payout: Payout, answer: Transfer): Promise<Payout | undefined> {
  const { id, amountMicros, publisherId } = payout
  const payable: Account = { type: 'publisher_payable', owner: publisherId }
  const move = (debit: Account, credit: Account, what: string) =>
    post(tx, { kind: 'payout', debit, credit, amountMicros, reference: `payout:${id}:${what}` })
  const resolved = await resolvePayout(tx, id, answer)
  if (resolved !== undefined) {
    if (answer.accepted) await move({ type: 'payout' }, { type: 'processor_clearing' }, 'paid')
    else await move({ type: 'payout' }, payable, 'returned')
    return resolved
  }
  if (!answer.accepted) return undefined
  // An answer that took longer than a lease, after another one that was a refusal: the money has left all the same.
  const sent = await takeReturnedPayout(tx, id, answer.ref)
  if (sent === undefined) return undefined
  deps.log.error({ payoutId: id }, 'a payout that the processor had refused was sent after all')
  await move(payable, { type: 'payout' }, 'sent')
  await move({ type: 'payout' }, { type: 'processor_clearing' }, 'paid')
  return sent
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

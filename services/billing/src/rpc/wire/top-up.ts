import type { billing } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { TopUp } from '../../domain/top-up.ts'

const STATES = { pending: 'TOP_UP_STATE_PENDING', paid: 'TOP_UP_STATE_PAID', failed: 'TOP_UP_STATE_FAILED' } as const

/** A top-up as a message; its checkout page only while it can be paid there. */
export function toTopUpMessage(topUp: TopUp): billing.TopUp {
  return {
    topUpId: topUp.id,
    buyerId: topUp.buyerId,
    amountMicros: topUp.amountMicros.toString(),
    state: STATES[topUp.state],
    checkoutUrl: topUp.state === 'pending' ? (topUp.checkoutUrl ?? '') : '',
    processor: topUp.processor,
    createdAt: toTimestamp(topUp.createdAt),
    paidAt: topUp.paidAt === null ? null : toTimestamp(topUp.paidAt),
    reversedMicros: topUp.reversedMicros.toString(),
  }
}

import type { billing } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import type { Payout } from '../../domain/payout.ts'
import type { Earnings } from '../../use-cases/payouts/earnings.ts'
import type { Statement } from '../../use-cases/payouts/statement.ts'

const STATES = {
  requested: 'PAYOUT_STATE_REQUESTED',
  paid: 'PAYOUT_STATE_PAID',
  returned: 'PAYOUT_STATE_RETURNED',
} as const

/** A payout as a message. */
export function toPayoutMessage(payout: Payout): billing.Payout {
  return {
    payoutId: payout.id,
    amountMicros: payout.amountMicros.toString(),
    state: STATES[payout.state],
    account: payout.account,
    transferId: payout.transferId ?? '',
    createdAt: toTimestamp(payout.createdAt),
  }
}

/** A publisher's earnings as a message. */
export function toEarningsMessage(earnings: Earnings): billing.GetEarningsResponse {
  return {
    payableMicros: earnings.payableMicros.toString(),
    earnedMicros: earnings.earnedMicros.toString(),
    paidOutMicros: earnings.paidOutMicros.toString(),
    payoutConnected: earnings.payoutConnected,
    payoutAccount: earnings.payoutAccount ?? '',
  }
}

/** A statement as a message: a line for each kind of entry. */
export function toStatementMessage({ openingMicros, sums, closingMicros }: Statement): billing.GetStatementResponse {
  return {
    openingMicros: openingMicros.toString(),
    lines: sums.map(({ kind, entryCount, creditedMicros, debitedMicros }) => ({
      kind,
      entryCount: entryCount.toString(),
      amountMicros: (creditedMicros - debitedMicros).toString(),
    })),
    closingMicros: closingMicros.toString(),
  }
}

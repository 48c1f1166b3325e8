// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

export const PayoutState = {
  PAYOUT_STATE_UNSPECIFIED: 'PAYOUT_STATE_UNSPECIFIED',
  PAYOUT_STATE_REQUESTED: 'PAYOUT_STATE_REQUESTED',
  PAYOUT_STATE_PAID: 'PAYOUT_STATE_PAID',
  PAYOUT_STATE_RETURNED: 'PAYOUT_STATE_RETURNED',
} as const;

export type PayoutState =
  | 'PAYOUT_STATE_UNSPECIFIED'
  | 0
  | 'PAYOUT_STATE_REQUESTED'
  | 1
  | 'PAYOUT_STATE_PAID'
  | 2
  | 'PAYOUT_STATE_RETURNED'
  | 3

export type PayoutState__Output = typeof PayoutState[keyof typeof PayoutState]

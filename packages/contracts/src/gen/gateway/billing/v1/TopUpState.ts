// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

export const TopUpState = {
  TOP_UP_STATE_UNSPECIFIED: 'TOP_UP_STATE_UNSPECIFIED',
  TOP_UP_STATE_PENDING: 'TOP_UP_STATE_PENDING',
  TOP_UP_STATE_PAID: 'TOP_UP_STATE_PAID',
  TOP_UP_STATE_FAILED: 'TOP_UP_STATE_FAILED',
} as const;

export type TopUpState =
  | 'TOP_UP_STATE_UNSPECIFIED'
  | 0
  | 'TOP_UP_STATE_PENDING'
  | 1
  | 'TOP_UP_STATE_PAID'
  | 2
  | 'TOP_UP_STATE_FAILED'
  | 3

export type TopUpState__Output = typeof TopUpState[keyof typeof TopUpState]

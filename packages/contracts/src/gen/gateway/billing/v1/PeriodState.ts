// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

export const PeriodState = {
  PERIOD_STATE_UNSPECIFIED: 'PERIOD_STATE_UNSPECIFIED',
  PERIOD_STATE_OPEN: 'PERIOD_STATE_OPEN',
  PERIOD_STATE_CLOSING: 'PERIOD_STATE_CLOSING',
  PERIOD_STATE_SEALED: 'PERIOD_STATE_SEALED',
  PERIOD_STATE_DROPPED: 'PERIOD_STATE_DROPPED',
} as const;

export type PeriodState =
  | 'PERIOD_STATE_UNSPECIFIED'
  | 0
  | 'PERIOD_STATE_OPEN'
  | 1
  | 'PERIOD_STATE_CLOSING'
  | 2
  | 'PERIOD_STATE_SEALED'
  | 3
  | 'PERIOD_STATE_DROPPED'
  | 4

export type PeriodState__Output = typeof PeriodState[keyof typeof PeriodState]

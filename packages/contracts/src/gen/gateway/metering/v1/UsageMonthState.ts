// Original file: ../../proto/gateway/metering/v1/month_service.proto

export const UsageMonthState = {
  USAGE_MONTH_STATE_UNSPECIFIED: 'USAGE_MONTH_STATE_UNSPECIFIED',
  USAGE_MONTH_STATE_CLOSING: 'USAGE_MONTH_STATE_CLOSING',
  USAGE_MONTH_STATE_SEALED: 'USAGE_MONTH_STATE_SEALED',
  USAGE_MONTH_STATE_DROPPED: 'USAGE_MONTH_STATE_DROPPED',
} as const;

export type UsageMonthState =
  | 'USAGE_MONTH_STATE_UNSPECIFIED'
  | 0
  | 'USAGE_MONTH_STATE_CLOSING'
  | 1
  | 'USAGE_MONTH_STATE_SEALED'
  | 2
  | 'USAGE_MONTH_STATE_DROPPED'
  | 3

export type UsageMonthState__Output = typeof UsageMonthState[keyof typeof UsageMonthState]

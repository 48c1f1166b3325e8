// Original file: ../../proto/gateway/metering/v1/usage_service.proto

export const UsageGrouping = {
  USAGE_GROUPING_UNSPECIFIED: 'USAGE_GROUPING_UNSPECIFIED',
  USAGE_GROUPING_DAY: 'USAGE_GROUPING_DAY',
  USAGE_GROUPING_APP: 'USAGE_GROUPING_APP',
  USAGE_GROUPING_TOOL: 'USAGE_GROUPING_TOOL',
  USAGE_GROUPING_KEY: 'USAGE_GROUPING_KEY',
} as const;

export type UsageGrouping =
  | 'USAGE_GROUPING_UNSPECIFIED'
  | 0
  | 'USAGE_GROUPING_DAY'
  | 1
  | 'USAGE_GROUPING_APP'
  | 2
  | 'USAGE_GROUPING_TOOL'
  | 3
  | 'USAGE_GROUPING_KEY'
  | 4

export type UsageGrouping__Output = typeof UsageGrouping[keyof typeof UsageGrouping]

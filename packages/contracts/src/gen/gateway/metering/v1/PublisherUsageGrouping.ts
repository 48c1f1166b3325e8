// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

export const PublisherUsageGrouping = {
  PUBLISHER_USAGE_GROUPING_UNSPECIFIED: 'PUBLISHER_USAGE_GROUPING_UNSPECIFIED',
  PUBLISHER_USAGE_GROUPING_DAY: 'PUBLISHER_USAGE_GROUPING_DAY',
  PUBLISHER_USAGE_GROUPING_APP: 'PUBLISHER_USAGE_GROUPING_APP',
  PUBLISHER_USAGE_GROUPING_TOOL: 'PUBLISHER_USAGE_GROUPING_TOOL',
} as const;

export type PublisherUsageGrouping =
  | 'PUBLISHER_USAGE_GROUPING_UNSPECIFIED'
  | 0
  | 'PUBLISHER_USAGE_GROUPING_DAY'
  | 1
  | 'PUBLISHER_USAGE_GROUPING_APP'
  | 2
  | 'PUBLISHER_USAGE_GROUPING_TOOL'
  | 3

export type PublisherUsageGrouping__Output = typeof PublisherUsageGrouping[keyof typeof PublisherUsageGrouping]

// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { PublisherUsageSum as _gateway_metering_v1_PublisherUsageSum, PublisherUsageSum__Output as _gateway_metering_v1_PublisherUsageSum__Output } from '../../../gateway/metering/v1/PublisherUsageSum.ts';

export interface SummarizePublisherUsageResponse {
  'sums'?: (_gateway_metering_v1_PublisherUsageSum)[];
}

export interface SummarizePublisherUsageResponse__Output {
  'sums': (_gateway_metering_v1_PublisherUsageSum__Output)[];
}

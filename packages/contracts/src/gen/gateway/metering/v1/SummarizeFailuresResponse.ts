// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { FailureCount as _gateway_metering_v1_FailureCount, FailureCount__Output as _gateway_metering_v1_FailureCount__Output } from '../../../gateway/metering/v1/FailureCount.ts';

export interface SummarizeFailuresResponse {
  'counts'?: (_gateway_metering_v1_FailureCount)[];
}

export interface SummarizeFailuresResponse__Output {
  'counts': (_gateway_metering_v1_FailureCount__Output)[];
}

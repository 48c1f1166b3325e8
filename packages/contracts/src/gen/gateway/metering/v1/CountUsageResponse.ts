// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageBucket as _gateway_metering_v1_UsageBucket, UsageBucket__Output as _gateway_metering_v1_UsageBucket__Output } from '../../../gateway/metering/v1/UsageBucket.ts';

export interface CountUsageResponse {
  'buckets'?: (_gateway_metering_v1_UsageBucket)[];
}

export interface CountUsageResponse__Output {
  'buckets': (_gateway_metering_v1_UsageBucket__Output)[];
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageSum as _gateway_metering_v1_UsageSum, UsageSum__Output as _gateway_metering_v1_UsageSum__Output } from '../../../gateway/metering/v1/UsageSum.ts';

export interface SummarizeUsageByResponse {
  'sums'?: (_gateway_metering_v1_UsageSum)[];
}

export interface SummarizeUsageByResponse__Output {
  'sums': (_gateway_metering_v1_UsageSum__Output)[];
}

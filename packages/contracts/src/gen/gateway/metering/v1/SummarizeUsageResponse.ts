// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageTotal as _gateway_metering_v1_UsageTotal, UsageTotal__Output as _gateway_metering_v1_UsageTotal__Output } from '../../../gateway/metering/v1/UsageTotal.ts';

export interface SummarizeUsageResponse {
  'totals'?: (_gateway_metering_v1_UsageTotal)[];
}

export interface SummarizeUsageResponse__Output {
  'totals': (_gateway_metering_v1_UsageTotal__Output)[];
}

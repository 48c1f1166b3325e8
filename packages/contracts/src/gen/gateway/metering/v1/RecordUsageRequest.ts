// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageRecord as _gateway_metering_v1_UsageRecord, UsageRecord__Output as _gateway_metering_v1_UsageRecord__Output } from '../../../gateway/metering/v1/UsageRecord.ts';

export interface RecordUsageRequest {
  'record'?: (_gateway_metering_v1_UsageRecord | null);
}

export interface RecordUsageRequest__Output {
  'record': (_gateway_metering_v1_UsageRecord__Output | null);
}

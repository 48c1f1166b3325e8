// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageRecord as _gateway_metering_v1_UsageRecord, UsageRecord__Output as _gateway_metering_v1_UsageRecord__Output } from '../../../gateway/metering/v1/UsageRecord.ts';

export interface RecordUsageStreamRequest {
  'records'?: (_gateway_metering_v1_UsageRecord)[];
}

export interface RecordUsageStreamRequest__Output {
  'records': (_gateway_metering_v1_UsageRecord__Output)[];
}

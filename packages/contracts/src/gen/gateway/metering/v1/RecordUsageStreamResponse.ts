// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { RecordUsageResult as _gateway_metering_v1_RecordUsageResult, RecordUsageResult__Output as _gateway_metering_v1_RecordUsageResult__Output } from '../../../gateway/metering/v1/RecordUsageResult.ts';

export interface RecordUsageStreamResponse {
  'results'?: (_gateway_metering_v1_RecordUsageResult)[];
}

export interface RecordUsageStreamResponse__Output {
  'results': (_gateway_metering_v1_RecordUsageResult__Output)[];
}

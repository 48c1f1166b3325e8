// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { RecordUsageResponse as _gateway_metering_v1_RecordUsageResponse, RecordUsageResponse__Output as _gateway_metering_v1_RecordUsageResponse__Output } from '../../../gateway/metering/v1/RecordUsageResponse.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';

export interface RecordUsageResult {
  'callId'?: (string);
  'recorded'?: (_gateway_metering_v1_RecordUsageResponse | null);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
  'outcome'?: "recorded"|"refusal";
}

export interface RecordUsageResult__Output {
  'callId': (string);
  'recorded'?: (_gateway_metering_v1_RecordUsageResponse__Output | null);
  'refusal'?: (_gateway_rpc_v1_Refusal__Output | null);
  'outcome'?: "recorded"|"refusal";
}

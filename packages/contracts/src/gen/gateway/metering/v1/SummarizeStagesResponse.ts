// Original file: ../../proto/gateway/metering/v1/stage_service.proto

import type { StageTime as _gateway_metering_v1_StageTime, StageTime__Output as _gateway_metering_v1_StageTime__Output } from '../../../gateway/metering/v1/StageTime.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface SummarizeStagesResponse {
  'stages'?: (_gateway_metering_v1_StageTime)[];
  'callCount'?: (number | string | Long);
  'from'?: (_google_protobuf_Timestamp | null);
}

export interface SummarizeStagesResponse__Output {
  'stages': (_gateway_metering_v1_StageTime__Output)[];
  'callCount': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
}

// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { CallStage as _gateway_metering_v1_CallStage, CallStage__Output as _gateway_metering_v1_CallStage__Output } from '../../../gateway/metering/v1/CallStage.ts';

export interface FailedCall {
  'callId'?: (string);
  'startedAt'?: (_google_protobuf_Timestamp | null);
  'operation'?: (string);
  'name'?: (string);
  'code'?: (string);
  'status'?: (number);
  'stages'?: (_gateway_metering_v1_CallStage)[];
  'countsInQuality'?: (boolean);
}

export interface FailedCall__Output {
  'callId': (string);
  'startedAt': (_google_protobuf_Timestamp__Output | null);
  'operation': (string);
  'name': (string);
  'code': (string);
  'status': (number);
  'stages': (_gateway_metering_v1_CallStage__Output)[];
  'countsInQuality': (boolean);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { CallStage as _gateway_metering_v1_CallStage, CallStage__Output as _gateway_metering_v1_CallStage__Output } from '../../../gateway/metering/v1/CallStage.ts';
import type { Long } from '@grpc/proto-loader';

export interface CallObservation {
  'callId'?: (string);
  'startedAt'?: (_google_protobuf_Timestamp | null);
  'buyerId'?: (string);
  'keyId'?: (string);
  'app'?: (string);
  'adapter'?: (string);
  'operation'?: (string);
  'name'?: (string);
  'code'?: (string);
  'status'?: (number);
  'chargedMicros'?: (number | string | Long);
  'stages'?: (_gateway_metering_v1_CallStage)[];
}

export interface CallObservation__Output {
  'callId': (string);
  'startedAt': (_google_protobuf_Timestamp__Output | null);
  'buyerId': (string);
  'keyId': (string);
  'app': (string);
  'adapter': (string);
  'operation': (string);
  'name': (string);
  'code': (string);
  'status': (number);
  'chargedMicros': (string);
  'stages': (_gateway_metering_v1_CallStage__Output)[];
}

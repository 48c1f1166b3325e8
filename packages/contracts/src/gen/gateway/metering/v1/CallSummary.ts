// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface CallSummary {
  'callId'?: (string);
  'at'?: (_google_protobuf_Timestamp | null);
  'keyId'?: (string);
  'app'?: (string);
  'adapter'?: (string);
  'operation'?: (string);
  'name'?: (string);
  'code'?: (string);
  'chargedMicros'?: (number | string | Long);
}

export interface CallSummary__Output {
  'callId': (string);
  'at': (_google_protobuf_Timestamp__Output | null);
  'keyId': (string);
  'app': (string);
  'adapter': (string);
  'operation': (string);
  'name': (string);
  'code': (string);
  'chargedMicros': (string);
}

// Original file: ../../proto/gateway/auth/v1/operator_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Operator {
  'accountId'?: (string);
  'email'?: (string);
  'addedAt'?: (_google_protobuf_Timestamp | null);
}

export interface Operator__Output {
  'accountId': (string);
  'email': (string);
  'addedAt': (_google_protobuf_Timestamp__Output | null);
}

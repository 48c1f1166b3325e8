// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface KeyUse {
  'keyId'?: (string);
  'lastUsedAt'?: (_google_protobuf_Timestamp | null);
}

export interface KeyUse__Output {
  'keyId': (string);
  'lastUsedAt': (_google_protobuf_Timestamp__Output | null);
}

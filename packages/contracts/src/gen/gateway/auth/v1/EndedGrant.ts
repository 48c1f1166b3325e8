// Original file: ../../proto/gateway/auth/v1/account_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface EndedGrant {
  'grantId'?: (string);
  'keyId'?: (string);
  'tokensExpireAt'?: (_google_protobuf_Timestamp | null);
}

export interface EndedGrant__Output {
  'grantId': (string);
  'keyId': (string);
  'tokensExpireAt': (_google_protobuf_Timestamp__Output | null);
}

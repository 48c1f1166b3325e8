// Original file: ../../proto/gateway/oauth/v1/grant_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface Grant {
  'grantId'?: (string);
  'keyId'?: (string);
  'redirectHost'?: (string);
  'scope'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'lastUsedAt'?: (_google_protobuf_Timestamp | null);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
}

export interface Grant__Output {
  'grantId': (string);
  'keyId': (string);
  'redirectHost': (string);
  'scope': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'lastUsedAt': (_google_protobuf_Timestamp__Output | null);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
}

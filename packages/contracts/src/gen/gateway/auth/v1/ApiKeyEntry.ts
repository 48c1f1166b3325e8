// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ApiKeyEntry {
  'name'?: (string);
  'key'?: (string);
  'scope'?: (string);
  'revoked'?: (boolean);
  'parent'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  'keyId'?: (string);
  'limitsDigest'?: (string);
}

export interface ApiKeyEntry__Output {
  'name': (string);
  'key': (string);
  'scope': (string);
  'revoked': (boolean);
  'parent': (string);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
  'keyId': (string);
  'limitsDigest': (string);
}

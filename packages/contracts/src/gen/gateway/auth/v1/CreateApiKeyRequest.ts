// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface CreateApiKeyRequest {
  'email'?: (string);
  'name'?: (string);
  'scope'?: (string);
  'ambient'?: (boolean);
  'keyId'?: (string);
  'parent'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  'wantsDigests'?: (boolean);
}

export interface CreateApiKeyRequest__Output {
  'email': (string);
  'name': (string);
  'scope': (string);
  'ambient': (boolean);
  'keyId': (string);
  'parent': (string);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
  'wantsDigests': (boolean);
}

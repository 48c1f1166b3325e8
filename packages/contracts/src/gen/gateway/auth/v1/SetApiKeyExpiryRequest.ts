// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SetApiKeyExpiryRequest {
  'email'?: (string);
  'key'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  'validateOnly'?: (boolean);
}

export interface SetApiKeyExpiryRequest__Output {
  'email': (string);
  'key': (string);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
  'validateOnly': (boolean);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ApiKey {
  'keyId'?: (string);
  'name'?: (string);
  'prefix'?: (string);
  'lastFour'?: (string);
  'scope'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'revokedAt'?: (_google_protobuf_Timestamp | null);
  'ancestorIds'?: (string)[];
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  'wantsDigests'?: (boolean);
}

export interface ApiKey__Output {
  'keyId': (string);
  'name': (string);
  'prefix': (string);
  'lastFour': (string);
  'scope': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'revokedAt': (_google_protobuf_Timestamp__Output | null);
  'ancestorIds': (string)[];
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
  'wantsDigests': (boolean);
}

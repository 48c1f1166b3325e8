// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto

import type { SigningKeyState as _gateway_oauth_v1_SigningKeyState, SigningKeyState__Output as _gateway_oauth_v1_SigningKeyState__Output } from '../../../gateway/oauth/v1/SigningKeyState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SigningKey {
  'kid'?: (string);
  'state'?: (_gateway_oauth_v1_SigningKeyState);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'activatesAt'?: (_google_protobuf_Timestamp | null);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
}

export interface SigningKey__Output {
  'kid': (string);
  'state': (_gateway_oauth_v1_SigningKeyState__Output);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'activatesAt': (_google_protobuf_Timestamp__Output | null);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
}

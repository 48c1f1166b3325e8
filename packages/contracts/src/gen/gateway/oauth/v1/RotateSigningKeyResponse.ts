// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto

import type { SigningKey as _gateway_oauth_v1_SigningKey, SigningKey__Output as _gateway_oauth_v1_SigningKey__Output } from '../../../gateway/oauth/v1/SigningKey.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface RotateSigningKeyResponse {
  'signingKeys'?: (_gateway_oauth_v1_SigningKey)[];
  'takesEffectAt'?: (_google_protobuf_Timestamp | null);
}

export interface RotateSigningKeyResponse__Output {
  'signingKeys': (_gateway_oauth_v1_SigningKey__Output)[];
  'takesEffectAt': (_google_protobuf_Timestamp__Output | null);
}

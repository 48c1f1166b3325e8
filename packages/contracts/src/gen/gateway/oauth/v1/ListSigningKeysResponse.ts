// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto

import type { SigningKey as _gateway_oauth_v1_SigningKey, SigningKey__Output as _gateway_oauth_v1_SigningKey__Output } from '../../../gateway/oauth/v1/SigningKey.ts';

export interface ListSigningKeysResponse {
  'signingKeys'?: (_gateway_oauth_v1_SigningKey)[];
}

export interface ListSigningKeysResponse__Output {
  'signingKeys': (_gateway_oauth_v1_SigningKey__Output)[];
}

// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { CredentialKind as _gateway_auth_v1_CredentialKind, CredentialKind__Output as _gateway_auth_v1_CredentialKind__Output } from '../../../gateway/auth/v1/CredentialKind.ts';
import type { Long } from '@grpc/proto-loader';

export interface Principal {
  'buyerId'?: (string);
  'keyId'?: (string);
  'scope'?: (string);
  'kind'?: (_gateway_auth_v1_CredentialKind);
  'expiresAtMs'?: (number | string | Long);
  'ancestorIds'?: (string)[];
  'publisherUsername'?: (string);
  'wantsDigests'?: (boolean);
}

export interface Principal__Output {
  'buyerId': (string);
  'keyId': (string);
  'scope': (string);
  'kind': (_gateway_auth_v1_CredentialKind__Output);
  'expiresAtMs': (string);
  'ancestorIds': (string)[];
  'publisherUsername': (string);
  'wantsDigests': (boolean);
}

// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { AuthenticateItem as _gateway_auth_v1_AuthenticateItem, AuthenticateItem__Output as _gateway_auth_v1_AuthenticateItem__Output } from '../../../gateway/auth/v1/AuthenticateItem.ts';

export interface AuthenticateStreamRequest {
  'items'?: (_gateway_auth_v1_AuthenticateItem)[];
}

export interface AuthenticateStreamRequest__Output {
  'items': (_gateway_auth_v1_AuthenticateItem__Output)[];
}

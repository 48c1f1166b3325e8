// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { AuthenticateRequest as _gateway_auth_v1_AuthenticateRequest, AuthenticateRequest__Output as _gateway_auth_v1_AuthenticateRequest__Output } from '../../../gateway/auth/v1/AuthenticateRequest.ts';

export interface AuthenticateItem {
  'requestId'?: (number);
  'request'?: (_gateway_auth_v1_AuthenticateRequest | null);
  'traceparent'?: (string);
}

export interface AuthenticateItem__Output {
  'requestId': (number);
  'request': (_gateway_auth_v1_AuthenticateRequest__Output | null);
  'traceparent': (string);
}

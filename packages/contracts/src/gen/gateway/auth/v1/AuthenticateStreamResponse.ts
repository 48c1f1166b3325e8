// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { AuthenticateResult as _gateway_auth_v1_AuthenticateResult, AuthenticateResult__Output as _gateway_auth_v1_AuthenticateResult__Output } from '../../../gateway/auth/v1/AuthenticateResult.ts';

export interface AuthenticateStreamResponse {
  'results'?: (_gateway_auth_v1_AuthenticateResult)[];
}

export interface AuthenticateStreamResponse__Output {
  'results': (_gateway_auth_v1_AuthenticateResult__Output)[];
}

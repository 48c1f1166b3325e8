// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { Principal as _gateway_auth_v1_Principal, Principal__Output as _gateway_auth_v1_Principal__Output } from '../../../gateway/auth/v1/Principal.ts';

export interface AuthenticateResponse {
  'principal'?: (_gateway_auth_v1_Principal | null);
}

export interface AuthenticateResponse__Output {
  'principal': (_gateway_auth_v1_Principal__Output | null);
}

// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { Principal as _gateway_auth_v1_Principal, Principal__Output as _gateway_auth_v1_Principal__Output } from '../../../gateway/auth/v1/Principal.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';

export interface AuthenticateResult {
  'requestId'?: (number);
  'principal'?: (_gateway_auth_v1_Principal | null);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
  'outcome'?: "principal"|"refusal";
}

export interface AuthenticateResult__Output {
  'requestId': (number);
  'principal'?: (_gateway_auth_v1_Principal__Output | null);
  'refusal'?: (_gateway_rpc_v1_Refusal__Output | null);
  'outcome'?: "principal"|"refusal";
}

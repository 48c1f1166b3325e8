// Original file: ../../proto/gateway/auth/v1/operator_service.proto

import type { Operator as _gateway_auth_v1_Operator, Operator__Output as _gateway_auth_v1_Operator__Output } from '../../../gateway/auth/v1/Operator.ts';

export interface AddOperatorResponse {
  'operator'?: (_gateway_auth_v1_Operator | null);
}

export interface AddOperatorResponse__Output {
  'operator': (_gateway_auth_v1_Operator__Output | null);
}

// Original file: ../../proto/gateway/auth/v1/operator_service.proto

import type { Operator as _gateway_auth_v1_Operator, Operator__Output as _gateway_auth_v1_Operator__Output } from '../../../gateway/auth/v1/Operator.ts';

export interface ListOperatorsResponse {
  'operators'?: (_gateway_auth_v1_Operator)[];
}

export interface ListOperatorsResponse__Output {
  'operators': (_gateway_auth_v1_Operator__Output)[];
}

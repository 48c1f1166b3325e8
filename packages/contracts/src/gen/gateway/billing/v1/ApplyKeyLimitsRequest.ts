// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { SetKeyLimitsRequest as _gateway_billing_v1_SetKeyLimitsRequest, SetKeyLimitsRequest__Output as _gateway_billing_v1_SetKeyLimitsRequest__Output } from '../../../gateway/billing/v1/SetKeyLimitsRequest.ts';

export interface ApplyKeyLimitsRequest {
  'keys'?: (_gateway_billing_v1_SetKeyLimitsRequest)[];
}

export interface ApplyKeyLimitsRequest__Output {
  'keys': (_gateway_billing_v1_SetKeyLimitsRequest__Output)[];
}

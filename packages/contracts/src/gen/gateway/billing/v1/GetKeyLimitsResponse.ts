// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { LimitedKey as _gateway_billing_v1_LimitedKey, LimitedKey__Output as _gateway_billing_v1_LimitedKey__Output } from '../../../gateway/billing/v1/LimitedKey.ts';

export interface GetKeyLimitsResponse {
  'keys'?: (_gateway_billing_v1_LimitedKey)[];
}

export interface GetKeyLimitsResponse__Output {
  'keys': (_gateway_billing_v1_LimitedKey__Output)[];
}

// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { LimitedKey as _gateway_billing_v1_LimitedKey, LimitedKey__Output as _gateway_billing_v1_LimitedKey__Output } from '../../../gateway/billing/v1/LimitedKey.ts';

export interface SetKeyLimitsResponse {
  'key'?: (_gateway_billing_v1_LimitedKey | null);
}

export interface SetKeyLimitsResponse__Output {
  'key': (_gateway_billing_v1_LimitedKey__Output | null);
}

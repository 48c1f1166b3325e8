// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { LimitedKey as _gateway_billing_v1_LimitedKey, LimitedKey__Output as _gateway_billing_v1_LimitedKey__Output } from '../../../gateway/billing/v1/LimitedKey.ts';

export interface ListKeySpendingResponse {
  'keys'?: (_gateway_billing_v1_LimitedKey)[];
  'nextPageToken'?: (string);
}

export interface ListKeySpendingResponse__Output {
  'keys': (_gateway_billing_v1_LimitedKey__Output)[];
  'nextPageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { Reversal as _gateway_billing_v1_Reversal, Reversal__Output as _gateway_billing_v1_Reversal__Output } from '../../../gateway/billing/v1/Reversal.ts';

export interface ListReversalsResponse {
  'reversals'?: (_gateway_billing_v1_Reversal)[];
  'nextPageToken'?: (string);
}

export interface ListReversalsResponse__Output {
  'reversals': (_gateway_billing_v1_Reversal__Output)[];
  'nextPageToken': (string);
}

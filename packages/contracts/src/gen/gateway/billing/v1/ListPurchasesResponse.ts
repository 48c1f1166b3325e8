// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Purchase as _gateway_billing_v1_Purchase, Purchase__Output as _gateway_billing_v1_Purchase__Output } from '../../../gateway/billing/v1/Purchase.ts';

export interface ListPurchasesResponse {
  'purchases'?: (_gateway_billing_v1_Purchase)[];
  'nextPageToken'?: (string);
}

export interface ListPurchasesResponse__Output {
  'purchases': (_gateway_billing_v1_Purchase__Output)[];
  'nextPageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Purchase as _gateway_billing_v1_Purchase, Purchase__Output as _gateway_billing_v1_Purchase__Output } from '../../../gateway/billing/v1/Purchase.ts';

export interface GetPurchaseResponse {
  'purchase'?: (_gateway_billing_v1_Purchase | null);
}

export interface GetPurchaseResponse__Output {
  'purchase': (_gateway_billing_v1_Purchase__Output | null);
}

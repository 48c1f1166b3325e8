// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Purchase as _gateway_billing_v1_Purchase, Purchase__Output as _gateway_billing_v1_Purchase__Output } from '../../../gateway/billing/v1/Purchase.ts';

export interface CancelPurchaseResponse {
  'purchase'?: (_gateway_billing_v1_Purchase | null);
}

export interface CancelPurchaseResponse__Output {
  'purchase': (_gateway_billing_v1_Purchase__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Purchase as _gateway_billing_v1_Purchase, Purchase__Output as _gateway_billing_v1_Purchase__Output } from '../../../gateway/billing/v1/Purchase.ts';

export interface ExpirePurchaseResponse {
  'purchase'?: (_gateway_billing_v1_Purchase | null);
}

export interface ExpirePurchaseResponse__Output {
  'purchase': (_gateway_billing_v1_Purchase__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Purchase as _gateway_billing_v1_Purchase, Purchase__Output as _gateway_billing_v1_Purchase__Output } from '../../../gateway/billing/v1/Purchase.ts';

export interface ObtainPurchaseResponse {
  'purchase'?: (_gateway_billing_v1_Purchase | null);
  'replacedPurchaseId'?: (string);
}

export interface ObtainPurchaseResponse__Output {
  'purchase': (_gateway_billing_v1_Purchase__Output | null);
  'replacedPurchaseId': (string);
}

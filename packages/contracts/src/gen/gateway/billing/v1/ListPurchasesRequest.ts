// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { PurchaseStatus as _gateway_billing_v1_PurchaseStatus, PurchaseStatus__Output as _gateway_billing_v1_PurchaseStatus__Output } from '../../../gateway/billing/v1/PurchaseStatus.ts';

export interface ListPurchasesRequest {
  'buyerId'?: (string);
  'status'?: (_gateway_billing_v1_PurchaseStatus);
  'pageSize'?: (number);
  'pageToken'?: (string);
  'app'?: (string);
}

export interface ListPurchasesRequest__Output {
  'buyerId': (string);
  'status': (_gateway_billing_v1_PurchaseStatus__Output);
  'pageSize': (number);
  'pageToken': (string);
  'app': (string);
}

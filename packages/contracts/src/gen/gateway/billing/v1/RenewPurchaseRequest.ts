// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Long } from '@grpc/proto-loader';

export interface RenewPurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
  'expectedVersion'?: (number | string | Long);
}

export interface RenewPurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
  'expectedVersion': (string);
}

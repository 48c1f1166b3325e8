// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Long } from '@grpc/proto-loader';

export interface DeactivatePurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
  'expectedVersion'?: (number | string | Long);
}

export interface DeactivatePurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
  'expectedVersion': (string);
}

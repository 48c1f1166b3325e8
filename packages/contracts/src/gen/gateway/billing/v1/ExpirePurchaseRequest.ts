// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ExpirePurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
  'expectedVersion'?: (number | string | Long);
}

export interface ExpirePurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
  'expectedVersion': (string);
}

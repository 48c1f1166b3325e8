// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface CancelPurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface CancelPurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface DeactivatePurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface DeactivatePurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

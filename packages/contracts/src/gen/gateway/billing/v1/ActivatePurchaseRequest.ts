// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface ActivatePurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface ActivatePurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

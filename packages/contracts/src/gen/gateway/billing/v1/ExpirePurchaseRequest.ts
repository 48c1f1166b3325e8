// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface ExpirePurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface ExpirePurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface GetPurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface GetPurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto


export interface RenewPurchaseRequest {
  'buyerId'?: (string);
  'purchaseId'?: (string);
}

export interface RenewPurchaseRequest__Output {
  'buyerId': (string);
  'purchaseId': (string);
}

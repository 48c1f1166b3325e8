// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface GetBuyerRequest {
  'email'?: (string);
  'buyerId'?: (string);
}

export interface GetBuyerRequest__Output {
  'email': (string);
  'buyerId': (string);
}

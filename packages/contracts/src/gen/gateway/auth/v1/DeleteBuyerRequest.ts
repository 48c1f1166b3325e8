// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface DeleteBuyerRequest {
  'email'?: (string);
}

export interface DeleteBuyerRequest__Output {
  'email': (string);
}

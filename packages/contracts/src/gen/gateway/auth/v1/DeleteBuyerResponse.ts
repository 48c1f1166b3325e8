// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface DeleteBuyerResponse {
  'buyerId'?: (string);
}

export interface DeleteBuyerResponse__Output {
  'buyerId': (string);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface SetBuyerStatusRequest {
  'email'?: (string);
  'suspended'?: (boolean);
}

export interface SetBuyerStatusRequest__Output {
  'email': (string);
  'suspended': (boolean);
}

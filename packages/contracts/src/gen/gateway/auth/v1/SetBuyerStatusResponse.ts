// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface SetBuyerStatusResponse {
  'buyerId'?: (string);
  'suspended'?: (boolean);
}

export interface SetBuyerStatusResponse__Output {
  'buyerId': (string);
  'suspended': (boolean);
}

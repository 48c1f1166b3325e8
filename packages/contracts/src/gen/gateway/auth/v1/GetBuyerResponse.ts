// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface GetBuyerResponse {
  'buyerId'?: (string);
  'email'?: (string);
  'suspended'?: (boolean);
  'emailVerified'?: (boolean);
}

export interface GetBuyerResponse__Output {
  'buyerId': (string);
  'email': (string);
  'suspended': (boolean);
  'emailVerified': (boolean);
}

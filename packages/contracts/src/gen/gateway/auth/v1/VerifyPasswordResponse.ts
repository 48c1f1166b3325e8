// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface VerifyPasswordResponse {
  'verified'?: (boolean);
  'buyerId'?: (string);
  'publisherUsername'?: (string);
}

export interface VerifyPasswordResponse__Output {
  'verified': (boolean);
  'buyerId': (string);
  'publisherUsername': (string);
}

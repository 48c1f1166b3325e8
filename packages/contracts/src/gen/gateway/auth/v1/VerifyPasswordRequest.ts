// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface VerifyPasswordRequest {
  'email'?: (string);
  'password'?: (string);
  'requester'?: (string);
}

export interface VerifyPasswordRequest__Output {
  'email': (string);
  'password': (string);
  'requester': (string);
}

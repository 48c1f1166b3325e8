// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface VerifyApiKeyResponse {
  'keyId'?: (string);
  'buyerId'?: (string);
  'scope'?: (string);
  'email'?: (string);
  'name'?: (string);
  'emailVerified'?: (boolean);
}

export interface VerifyApiKeyResponse__Output {
  'keyId': (string);
  'buyerId': (string);
  'scope': (string);
  'email': (string);
  'name': (string);
  'emailVerified': (boolean);
}

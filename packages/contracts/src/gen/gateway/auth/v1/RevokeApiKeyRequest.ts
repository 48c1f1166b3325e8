// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface RevokeApiKeyRequest {
  'email'?: (string);
  'key'?: (string);
}

export interface RevokeApiKeyRequest__Output {
  'email': (string);
  'key': (string);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface CreateApiKeyRequest {
  'email'?: (string);
  'name'?: (string);
  'scope'?: (string);
  'ambient'?: (boolean);
}

export interface CreateApiKeyRequest__Output {
  'email': (string);
  'name': (string);
  'scope': (string);
  'ambient': (boolean);
}

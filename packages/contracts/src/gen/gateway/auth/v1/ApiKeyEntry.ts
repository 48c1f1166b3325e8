// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface ApiKeyEntry {
  'name'?: (string);
  'key'?: (string);
  'scope'?: (string);
  'revoked'?: (boolean);
}

export interface ApiKeyEntry__Output {
  'name': (string);
  'key': (string);
  'scope': (string);
  'revoked': (boolean);
}

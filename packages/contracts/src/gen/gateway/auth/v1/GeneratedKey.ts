// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface GeneratedKey {
  'name'?: (string);
  'key'?: (string);
}

export interface GeneratedKey__Output {
  'name': (string);
  'key': (string);
}

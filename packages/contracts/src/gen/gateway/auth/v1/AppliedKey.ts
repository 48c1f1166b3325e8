// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface AppliedKey {
  'name'?: (string);
  'keyId'?: (string);
  'ancestorIds'?: (string)[];
  'limitsChanged'?: (boolean);
}

export interface AppliedKey__Output {
  'name': (string);
  'keyId': (string);
  'ancestorIds': (string)[];
  'limitsChanged': (boolean);
}

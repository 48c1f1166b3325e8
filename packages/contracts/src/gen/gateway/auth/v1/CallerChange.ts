// Original file: ../../proto/gateway/auth/v1/auth_service.proto


export interface CallerChange {
  'keyId'?: (string);
  'buyerId'?: (string);
  'subject'?: "keyId"|"buyerId";
}

export interface CallerChange__Output {
  'keyId'?: (string);
  'buyerId'?: (string);
  'subject'?: "keyId"|"buyerId";
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface KeyMark {
  'buyerId'?: (string);
  'mark'?: (string);
}

export interface KeyMark__Output {
  'buyerId': (string);
  'mark': (string);
}

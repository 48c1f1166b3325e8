// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface PublisherLogin {
  'username'?: (string);
  'email'?: (string);
  'password'?: (string);
}

export interface PublisherLogin__Output {
  'username': (string);
  'email': (string);
  'password': (string);
}

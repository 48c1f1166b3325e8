// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface SignUpRequest {
  'email'?: (string);
  'password'?: (string);
  'requester'?: (string);
}

export interface SignUpRequest__Output {
  'email': (string);
  'password': (string);
  'requester': (string);
}

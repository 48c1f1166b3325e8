// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface LogInRequest {
  'email'?: (string);
  'password'?: (string);
  'requester'?: (string);
}

export interface LogInRequest__Output {
  'email': (string);
  'password': (string);
  'requester': (string);
}

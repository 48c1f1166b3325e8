// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface VerifyEmailRequest {
  'email'?: (string);
}

export interface VerifyEmailRequest__Output {
  'email': (string);
}

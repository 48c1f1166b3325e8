// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface FindEmailRequest {
  'email'?: (string);
}

export interface FindEmailRequest__Output {
  'email': (string);
}

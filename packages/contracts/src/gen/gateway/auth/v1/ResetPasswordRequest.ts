// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface ResetPasswordRequest {
  'email'?: (string);
  'newPassword'?: (string);
  'requester'?: (string);
}

export interface ResetPasswordRequest__Output {
  'email': (string);
  'newPassword': (string);
  'requester': (string);
}

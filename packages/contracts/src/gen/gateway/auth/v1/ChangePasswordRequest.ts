// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface ChangePasswordRequest {
  'accountId'?: (string);
  'currentPassword'?: (string);
  'newPassword'?: (string);
  'requester'?: (string);
}

export interface ChangePasswordRequest__Output {
  'accountId': (string);
  'currentPassword': (string);
  'newPassword': (string);
  'requester': (string);
}

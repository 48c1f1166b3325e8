// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface ChangePasswordResponse {
  'changed'?: (boolean);
}

export interface ChangePasswordResponse__Output {
  'changed': (boolean);
}

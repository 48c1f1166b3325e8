// Original file: ../../proto/gateway/auth/v1/auth_service.proto


export interface AuthenticateRequest {
  'credential'?: (string);
}

export interface AuthenticateRequest__Output {
  'credential': (string);
}

// Original file: ../../proto/gateway/auth/v1/operator_service.proto


export interface RemoveOperatorRequest {
  'email'?: (string);
}

export interface RemoveOperatorRequest__Output {
  'email': (string);
}

// Original file: ../../proto/gateway/auth/v1/operator_service.proto


export interface AddOperatorRequest {
  'email'?: (string);
}

export interface AddOperatorRequest__Output {
  'email': (string);
}

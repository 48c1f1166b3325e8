// Original file: ../../proto/gateway/auth/v1/operator_service.proto


export interface GetOperatorRequest {
  'accountId'?: (string);
}

export interface GetOperatorRequest__Output {
  'accountId': (string);
}

// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface GetAccountRequest {
  'accountId'?: (string);
}

export interface GetAccountRequest__Output {
  'accountId': (string);
}

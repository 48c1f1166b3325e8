// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface GetApiKeyStateRequest {
  'keyId'?: (string);
}

export interface GetApiKeyStateRequest__Output {
  'keyId': (string);
}

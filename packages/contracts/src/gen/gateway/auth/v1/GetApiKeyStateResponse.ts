// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface GetApiKeyStateResponse {
  'buyerId'?: (string);
  'scope'?: (string);
}

export interface GetApiKeyStateResponse__Output {
  'buyerId': (string);
  'scope': (string);
}

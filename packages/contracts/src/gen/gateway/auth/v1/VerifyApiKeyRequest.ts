// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface VerifyApiKeyRequest {
  'apiKey'?: (string);
}

export interface VerifyApiKeyRequest__Output {
  'apiKey': (string);
}

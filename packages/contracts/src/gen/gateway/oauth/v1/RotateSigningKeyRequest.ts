// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto


export interface RotateSigningKeyRequest {
  'compromised'?: (boolean);
}

export interface RotateSigningKeyRequest__Output {
  'compromised': (boolean);
}

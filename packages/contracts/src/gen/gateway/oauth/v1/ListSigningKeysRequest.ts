// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto


export interface ListSigningKeysRequest {
}

export interface ListSigningKeysRequest__Output {
}

// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface GetProbeCredentialRequest {
  'username'?: (string);
}

export interface GetProbeCredentialRequest__Output {
  'username': (string);
}

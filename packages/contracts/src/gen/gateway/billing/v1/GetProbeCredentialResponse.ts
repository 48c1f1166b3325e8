// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface GetProbeCredentialResponse {
  'apiKey'?: (string);
}

export interface GetProbeCredentialResponse__Output {
  'apiKey': (string);
}

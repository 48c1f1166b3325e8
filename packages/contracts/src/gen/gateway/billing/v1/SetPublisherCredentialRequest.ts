// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface SetPublisherCredentialRequest {
  'username'?: (string);
  'apiKey'?: (string);
}

export interface SetPublisherCredentialRequest__Output {
  'username': (string);
  'apiKey': (string);
}

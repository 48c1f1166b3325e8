// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface RegisterPublisherRequest {
  'username'?: (string);
  'accountId'?: (string);
  'ownedUsername'?: (string);
}

export interface RegisterPublisherRequest__Output {
  'username': (string);
  'accountId': (string);
  'ownedUsername': (string);
}

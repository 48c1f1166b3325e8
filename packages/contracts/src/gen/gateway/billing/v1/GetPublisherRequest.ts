// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface GetPublisherRequest {
  'username'?: (string);
}

export interface GetPublisherRequest__Output {
  'username': (string);
}

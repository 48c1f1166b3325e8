// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface GetPublisherAppRequest {
  'username'?: (string);
  'name'?: (string);
}

export interface GetPublisherAppRequest__Output {
  'username': (string);
  'name': (string);
}

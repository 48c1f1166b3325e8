// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface ListPublisherAppsRequest {
  'username'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListPublisherAppsRequest__Output {
  'username': (string);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto


export interface ListPublishersRequest {
  'search'?: (string);
  'suspendedOnly'?: (boolean);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListPublishersRequest__Output {
  'search': (string);
  'suspendedOnly': (boolean);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto


export interface SetPublisherStatusResponse {
  'publisherId'?: (string);
  'suspended'?: (boolean);
}

export interface SetPublisherStatusResponse__Output {
  'publisherId': (string);
  'suspended': (boolean);
}

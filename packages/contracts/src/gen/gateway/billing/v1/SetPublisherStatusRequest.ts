// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto


export interface SetPublisherStatusRequest {
  'username'?: (string);
  'suspended'?: (boolean);
}

export interface SetPublisherStatusRequest__Output {
  'username': (string);
  'suspended': (boolean);
}

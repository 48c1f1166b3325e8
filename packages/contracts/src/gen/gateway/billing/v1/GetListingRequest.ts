// Original file: ../../proto/gateway/billing/v1/catalog_service.proto


export interface GetListingRequest {
  'publisher'?: (string);
  'app'?: (string);
}

export interface GetListingRequest__Output {
  'publisher': (string);
  'app': (string);
}

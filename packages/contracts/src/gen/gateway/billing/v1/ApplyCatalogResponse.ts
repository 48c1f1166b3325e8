// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto


export interface ApplyCatalogResponse {
  'changedCount'?: (number);
  'keptBack'?: (string)[];
}

export interface ApplyCatalogResponse__Output {
  'changedCount': (number);
  'keptBack': (string)[];
}

// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto


export interface ApplyCatalogResponse {
  'changedCount'?: (number);
}

export interface ApplyCatalogResponse__Output {
  'changedCount': (number);
}

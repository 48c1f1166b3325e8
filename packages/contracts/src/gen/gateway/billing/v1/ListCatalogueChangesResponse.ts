// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListCatalogueChangesResponse {
  'documents'?: (string)[];
  'cursor'?: (string);
  'more'?: (boolean);
}

export interface ListCatalogueChangesResponse__Output {
  'documents': (string)[];
  'cursor': (string);
  'more': (boolean);
}

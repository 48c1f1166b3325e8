// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListCatalogueChangesRequest {
  'cursor'?: (string);
}

export interface ListCatalogueChangesRequest__Output {
  'cursor': (string);
}

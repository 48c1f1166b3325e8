// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface PullCatalogueRequest {
}

export interface PullCatalogueRequest__Output {
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface PullCatalogueResponse {
}

export interface PullCatalogueResponse__Output {
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface CollectPayableResponse {
}

export interface CollectPayableResponse__Output {
}

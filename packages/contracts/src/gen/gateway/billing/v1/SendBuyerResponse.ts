// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface SendBuyerResponse {
}

export interface SendBuyerResponse__Output {
}

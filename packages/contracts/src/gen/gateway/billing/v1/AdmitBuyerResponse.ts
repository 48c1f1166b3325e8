// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface AdmitBuyerResponse {
}

export interface AdmitBuyerResponse__Output {
}

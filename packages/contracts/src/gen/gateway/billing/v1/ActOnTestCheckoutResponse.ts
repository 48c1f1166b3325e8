// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ActOnTestCheckoutResponse {
}

export interface ActOnTestCheckoutResponse__Output {
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface NoteBuyerMovedResponse {
}

export interface NoteBuyerMovedResponse__Output {
}

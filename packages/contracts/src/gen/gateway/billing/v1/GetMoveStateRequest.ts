// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface GetMoveStateRequest {
}

export interface GetMoveStateRequest__Output {
}

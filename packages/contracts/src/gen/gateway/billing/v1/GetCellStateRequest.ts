// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface GetCellStateRequest {
}

export interface GetCellStateRequest__Output {
}

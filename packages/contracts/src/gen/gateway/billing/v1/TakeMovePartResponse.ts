// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeMovePartResponse {
}

export interface TakeMovePartResponse__Output {
}

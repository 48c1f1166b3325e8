// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeIdempotencyCopiesResponse {
}

export interface TakeIdempotencyCopiesResponse__Output {
}

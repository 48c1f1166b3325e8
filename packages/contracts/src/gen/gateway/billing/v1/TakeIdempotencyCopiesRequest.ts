// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeIdempotencyCopiesRequest {
  'buyerId'?: (string);
  'rows'?: (string);
}

export interface TakeIdempotencyCopiesRequest__Output {
  'buyerId': (string);
  'rows': (string);
}

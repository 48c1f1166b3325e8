// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface NoteBuyerMovedRequest {
  'buyerId'?: (string);
  'fromCell'?: (string);
  'toCell'?: (string);
  'moveId'?: (string);
}

export interface NoteBuyerMovedRequest__Output {
  'buyerId': (string);
  'fromCell': (string);
  'toCell': (string);
  'moveId': (string);
}

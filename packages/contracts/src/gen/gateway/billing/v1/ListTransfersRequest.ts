// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListTransfersRequest {
  'afterMoveId'?: (string);
  'afterOut'?: (boolean);
}

export interface ListTransfersRequest__Output {
  'afterMoveId': (string);
  'afterOut': (boolean);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeMovePartRequest {
  'moveId'?: (string);
  'part'?: (number);
  'target'?: (string);
  'rows'?: (string);
}

export interface TakeMovePartRequest__Output {
  'moveId': (string);
  'part': (number);
  'target': (string);
  'rows': (string);
}

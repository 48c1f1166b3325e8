// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface SendBuyerRequest {
  'moveId'?: (string);
  'buyerId'?: (string);
  'cell'?: (string);
}

export interface SendBuyerRequest__Output {
  'moveId': (string);
  'buyerId': (string);
  'cell': (string);
}

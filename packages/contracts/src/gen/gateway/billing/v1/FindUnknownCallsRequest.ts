// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface FindUnknownCallsRequest {
  'callIds'?: (string)[];
}

export interface FindUnknownCallsRequest__Output {
  'callIds': (string)[];
}

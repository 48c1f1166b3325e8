// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface FindUnknownCallsResponse {
  'callIds'?: (string)[];
}

export interface FindUnknownCallsResponse__Output {
  'callIds': (string)[];
}

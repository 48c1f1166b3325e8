// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListCapturedResponse {
  'callIds'?: (string)[];
}

export interface ListCapturedResponse__Output {
  'callIds': (string)[];
}

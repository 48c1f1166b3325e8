// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ReadCapturedRequest {
  'callIds'?: (string)[];
}

export interface ReadCapturedRequest__Output {
  'callIds': (string)[];
}

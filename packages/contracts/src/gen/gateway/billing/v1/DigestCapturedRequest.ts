// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface DigestCapturedRequest {
  'bounds'?: (string)[];
}

export interface DigestCapturedRequest__Output {
  'bounds': (string)[];
}

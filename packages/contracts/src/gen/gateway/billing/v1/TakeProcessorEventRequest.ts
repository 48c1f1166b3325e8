// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeProcessorEventRequest {
  'body'?: (Buffer | Uint8Array | string);
  'signature'?: (string);
}

export interface TakeProcessorEventRequest__Output {
  'body': (Buffer);
  'signature': (string);
}

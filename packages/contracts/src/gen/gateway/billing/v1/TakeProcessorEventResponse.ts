// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface TakeProcessorEventResponse {
  'taken'?: (boolean);
}

export interface TakeProcessorEventResponse__Output {
  'taken': (boolean);
}

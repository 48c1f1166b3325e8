// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface CorrectedCall {
  'callId'?: (string);
  'correctedAt'?: (string);
}

export interface CorrectedCall__Output {
  'callId': (string);
  'correctedAt': (string);
}

// Original file: ../../proto/gateway/edge/v1/circuit_service.proto


export interface ResetCircuitRequest {
  'app'?: (string);
}

export interface ResetCircuitRequest__Output {
  'app': (string);
}

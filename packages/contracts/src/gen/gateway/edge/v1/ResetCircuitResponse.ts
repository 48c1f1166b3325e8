// Original file: ../../proto/gateway/edge/v1/circuit_service.proto


export interface ResetCircuitResponse {
  'changed'?: (boolean);
}

export interface ResetCircuitResponse__Output {
  'changed': (boolean);
}

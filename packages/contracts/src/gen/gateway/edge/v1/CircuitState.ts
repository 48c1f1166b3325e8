// Original file: ../../proto/gateway/edge/v1/circuit_service.proto

export const CircuitState = {
  CIRCUIT_STATE_UNSPECIFIED: 'CIRCUIT_STATE_UNSPECIFIED',
  CIRCUIT_STATE_CLOSED: 'CIRCUIT_STATE_CLOSED',
  CIRCUIT_STATE_OPEN: 'CIRCUIT_STATE_OPEN',
  CIRCUIT_STATE_HALF_OPEN: 'CIRCUIT_STATE_HALF_OPEN',
} as const;

export type CircuitState =
  | 'CIRCUIT_STATE_UNSPECIFIED'
  | 0
  | 'CIRCUIT_STATE_CLOSED'
  | 1
  | 'CIRCUIT_STATE_OPEN'
  | 2
  | 'CIRCUIT_STATE_HALF_OPEN'
  | 3

export type CircuitState__Output = typeof CircuitState[keyof typeof CircuitState]

// Original file: ../../proto/gateway/edge/v1/circuit_service.proto

import type { CircuitState as _gateway_edge_v1_CircuitState, CircuitState__Output as _gateway_edge_v1_CircuitState__Output } from '../../../gateway/edge/v1/CircuitState.ts';
import type { Long } from '@grpc/proto-loader';

export interface Circuit {
  'app'?: (string);
  'state'?: (_gateway_edge_v1_CircuitState);
  'consecutiveFailures'?: (number);
  'retryInMs'?: (number | string | Long);
  'buyerId'?: (string);
}

export interface Circuit__Output {
  'app': (string);
  'state': (_gateway_edge_v1_CircuitState__Output);
  'consecutiveFailures': (number);
  'retryInMs': (string);
  'buyerId': (string);
}

// Original file: ../../proto/gateway/edge/v1/circuit_service.proto

import type { Circuit as _gateway_edge_v1_Circuit, Circuit__Output as _gateway_edge_v1_Circuit__Output } from '../../../gateway/edge/v1/Circuit.ts';

export interface ListCircuitsResponse {
  'circuits'?: (_gateway_edge_v1_Circuit)[];
}

export interface ListCircuitsResponse__Output {
  'circuits': (_gateway_edge_v1_Circuit__Output)[];
}

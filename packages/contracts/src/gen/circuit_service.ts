import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { Circuit as _gateway_edge_v1_Circuit, Circuit__Output as _gateway_edge_v1_Circuit__Output } from './gateway/edge/v1/Circuit.ts';
import type { CircuitServiceClient as _gateway_edge_v1_CircuitServiceClient, CircuitServiceDefinition as _gateway_edge_v1_CircuitServiceDefinition } from './gateway/edge/v1/CircuitService.ts';
import type { ListCircuitsRequest as _gateway_edge_v1_ListCircuitsRequest, ListCircuitsRequest__Output as _gateway_edge_v1_ListCircuitsRequest__Output } from './gateway/edge/v1/ListCircuitsRequest.ts';
import type { ListCircuitsResponse as _gateway_edge_v1_ListCircuitsResponse, ListCircuitsResponse__Output as _gateway_edge_v1_ListCircuitsResponse__Output } from './gateway/edge/v1/ListCircuitsResponse.ts';
import type { ResetCircuitRequest as _gateway_edge_v1_ResetCircuitRequest, ResetCircuitRequest__Output as _gateway_edge_v1_ResetCircuitRequest__Output } from './gateway/edge/v1/ResetCircuitRequest.ts';
import type { ResetCircuitResponse as _gateway_edge_v1_ResetCircuitResponse, ResetCircuitResponse__Output as _gateway_edge_v1_ResetCircuitResponse__Output } from './gateway/edge/v1/ResetCircuitResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    edge: {
      v1: {
        Circuit: MessageTypeDefinition<_gateway_edge_v1_Circuit, _gateway_edge_v1_Circuit__Output>
        CircuitService: SubtypeConstructor<typeof grpc.Client, _gateway_edge_v1_CircuitServiceClient> & { service: _gateway_edge_v1_CircuitServiceDefinition }
        CircuitState: EnumTypeDefinition
        ListCircuitsRequest: MessageTypeDefinition<_gateway_edge_v1_ListCircuitsRequest, _gateway_edge_v1_ListCircuitsRequest__Output>
        ListCircuitsResponse: MessageTypeDefinition<_gateway_edge_v1_ListCircuitsResponse, _gateway_edge_v1_ListCircuitsResponse__Output>
        ResetCircuitRequest: MessageTypeDefinition<_gateway_edge_v1_ResetCircuitRequest, _gateway_edge_v1_ResetCircuitRequest__Output>
        ResetCircuitResponse: MessageTypeDefinition<_gateway_edge_v1_ResetCircuitResponse, _gateway_edge_v1_ResetCircuitResponse__Output>
      }
    }
  }
}


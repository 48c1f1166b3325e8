// Original file: ../../proto/gateway/edge/v1/circuit_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListCircuitsRequest as _gateway_edge_v1_ListCircuitsRequest, ListCircuitsRequest__Output as _gateway_edge_v1_ListCircuitsRequest__Output } from '../../../gateway/edge/v1/ListCircuitsRequest.ts';
import type { ListCircuitsResponse as _gateway_edge_v1_ListCircuitsResponse, ListCircuitsResponse__Output as _gateway_edge_v1_ListCircuitsResponse__Output } from '../../../gateway/edge/v1/ListCircuitsResponse.ts';
import type { ResetCircuitRequest as _gateway_edge_v1_ResetCircuitRequest, ResetCircuitRequest__Output as _gateway_edge_v1_ResetCircuitRequest__Output } from '../../../gateway/edge/v1/ResetCircuitRequest.ts';
import type { ResetCircuitResponse as _gateway_edge_v1_ResetCircuitResponse, ResetCircuitResponse__Output as _gateway_edge_v1_ResetCircuitResponse__Output } from '../../../gateway/edge/v1/ResetCircuitResponse.ts';

export interface CircuitServiceClient extends grpc.Client {
  ListCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  ListCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  ListCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  ListCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  listCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  listCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  listCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  listCircuits(argument: _gateway_edge_v1_ListCircuitsRequest, callback: grpc.requestCallback<_gateway_edge_v1_ListCircuitsResponse__Output>): grpc.ClientUnaryCall;
  
  ResetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  ResetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  ResetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  ResetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  resetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  resetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  resetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  resetCircuit(argument: _gateway_edge_v1_ResetCircuitRequest, callback: grpc.requestCallback<_gateway_edge_v1_ResetCircuitResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CircuitServiceHandlers extends grpc.UntypedServiceImplementation {
  ListCircuits: grpc.handleUnaryCall<_gateway_edge_v1_ListCircuitsRequest__Output, _gateway_edge_v1_ListCircuitsResponse>;
  
  ResetCircuit: grpc.handleUnaryCall<_gateway_edge_v1_ResetCircuitRequest__Output, _gateway_edge_v1_ResetCircuitResponse>;
  
}

export interface CircuitServiceDefinition extends grpc.ServiceDefinition {
  ListCircuits: MethodDefinition<_gateway_edge_v1_ListCircuitsRequest, _gateway_edge_v1_ListCircuitsResponse, _gateway_edge_v1_ListCircuitsRequest__Output, _gateway_edge_v1_ListCircuitsResponse__Output>
  ResetCircuit: MethodDefinition<_gateway_edge_v1_ResetCircuitRequest, _gateway_edge_v1_ResetCircuitResponse, _gateway_edge_v1_ResetCircuitRequest__Output, _gateway_edge_v1_ResetCircuitResponse__Output>
}

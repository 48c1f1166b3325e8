// Original file: ../../proto/gateway/auth/v1/operator_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddOperatorRequest as _gateway_auth_v1_AddOperatorRequest, AddOperatorRequest__Output as _gateway_auth_v1_AddOperatorRequest__Output } from '../../../gateway/auth/v1/AddOperatorRequest.ts';
import type { AddOperatorResponse as _gateway_auth_v1_AddOperatorResponse, AddOperatorResponse__Output as _gateway_auth_v1_AddOperatorResponse__Output } from '../../../gateway/auth/v1/AddOperatorResponse.ts';
import type { GetOperatorRequest as _gateway_auth_v1_GetOperatorRequest, GetOperatorRequest__Output as _gateway_auth_v1_GetOperatorRequest__Output } from '../../../gateway/auth/v1/GetOperatorRequest.ts';
import type { GetOperatorResponse as _gateway_auth_v1_GetOperatorResponse, GetOperatorResponse__Output as _gateway_auth_v1_GetOperatorResponse__Output } from '../../../gateway/auth/v1/GetOperatorResponse.ts';
import type { ListOperatorsRequest as _gateway_auth_v1_ListOperatorsRequest, ListOperatorsRequest__Output as _gateway_auth_v1_ListOperatorsRequest__Output } from '../../../gateway/auth/v1/ListOperatorsRequest.ts';
import type { ListOperatorsResponse as _gateway_auth_v1_ListOperatorsResponse, ListOperatorsResponse__Output as _gateway_auth_v1_ListOperatorsResponse__Output } from '../../../gateway/auth/v1/ListOperatorsResponse.ts';
import type { RemoveOperatorRequest as _gateway_auth_v1_RemoveOperatorRequest, RemoveOperatorRequest__Output as _gateway_auth_v1_RemoveOperatorRequest__Output } from '../../../gateway/auth/v1/RemoveOperatorRequest.ts';
import type { RemoveOperatorResponse as _gateway_auth_v1_RemoveOperatorResponse, RemoveOperatorResponse__Output as _gateway_auth_v1_RemoveOperatorResponse__Output } from '../../../gateway/auth/v1/RemoveOperatorResponse.ts';

export interface OperatorServiceClient extends grpc.Client {
  AddOperator(argument: _gateway_auth_v1_AddOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  AddOperator(argument: _gateway_auth_v1_AddOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  AddOperator(argument: _gateway_auth_v1_AddOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  AddOperator(argument: _gateway_auth_v1_AddOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  addOperator(argument: _gateway_auth_v1_AddOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  addOperator(argument: _gateway_auth_v1_AddOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  addOperator(argument: _gateway_auth_v1_AddOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  addOperator(argument: _gateway_auth_v1_AddOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_AddOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  GetOperator(argument: _gateway_auth_v1_GetOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  GetOperator(argument: _gateway_auth_v1_GetOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  GetOperator(argument: _gateway_auth_v1_GetOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  GetOperator(argument: _gateway_auth_v1_GetOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  getOperator(argument: _gateway_auth_v1_GetOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  getOperator(argument: _gateway_auth_v1_GetOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  getOperator(argument: _gateway_auth_v1_GetOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  getOperator(argument: _gateway_auth_v1_GetOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  ListOperators(argument: _gateway_auth_v1_ListOperatorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _gateway_auth_v1_ListOperatorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _gateway_auth_v1_ListOperatorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _gateway_auth_v1_ListOperatorsRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _gateway_auth_v1_ListOperatorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _gateway_auth_v1_ListOperatorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _gateway_auth_v1_ListOperatorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _gateway_auth_v1_ListOperatorsRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  RemoveOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  RemoveOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  RemoveOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  removeOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  removeOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  removeOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  removeOperator(argument: _gateway_auth_v1_RemoveOperatorRequest, callback: grpc.requestCallback<_gateway_auth_v1_RemoveOperatorResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OperatorServiceHandlers extends grpc.UntypedServiceImplementation {
  AddOperator: grpc.handleUnaryCall<_gateway_auth_v1_AddOperatorRequest__Output, _gateway_auth_v1_AddOperatorResponse>;
  
  GetOperator: grpc.handleUnaryCall<_gateway_auth_v1_GetOperatorRequest__Output, _gateway_auth_v1_GetOperatorResponse>;
  
  ListOperators: grpc.handleUnaryCall<_gateway_auth_v1_ListOperatorsRequest__Output, _gateway_auth_v1_ListOperatorsResponse>;
  
  RemoveOperator: grpc.handleUnaryCall<_gateway_auth_v1_RemoveOperatorRequest__Output, _gateway_auth_v1_RemoveOperatorResponse>;
  
}

export interface OperatorServiceDefinition extends grpc.ServiceDefinition {
  AddOperator: MethodDefinition<_gateway_auth_v1_AddOperatorRequest, _gateway_auth_v1_AddOperatorResponse, _gateway_auth_v1_AddOperatorRequest__Output, _gateway_auth_v1_AddOperatorResponse__Output>
  GetOperator: MethodDefinition<_gateway_auth_v1_GetOperatorRequest, _gateway_auth_v1_GetOperatorResponse, _gateway_auth_v1_GetOperatorRequest__Output, _gateway_auth_v1_GetOperatorResponse__Output>
  ListOperators: MethodDefinition<_gateway_auth_v1_ListOperatorsRequest, _gateway_auth_v1_ListOperatorsResponse, _gateway_auth_v1_ListOperatorsRequest__Output, _gateway_auth_v1_ListOperatorsResponse__Output>
  RemoveOperator: MethodDefinition<_gateway_auth_v1_RemoveOperatorRequest, _gateway_auth_v1_RemoveOperatorResponse, _gateway_auth_v1_RemoveOperatorRequest__Output, _gateway_auth_v1_RemoveOperatorResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetCellMapRequest as _gateway_billing_v1_GetCellMapRequest, GetCellMapRequest__Output as _gateway_billing_v1_GetCellMapRequest__Output } from '../../../gateway/billing/v1/GetCellMapRequest.ts';
import type { GetCellMapResponse as _gateway_billing_v1_GetCellMapResponse, GetCellMapResponse__Output as _gateway_billing_v1_GetCellMapResponse__Output } from '../../../gateway/billing/v1/GetCellMapResponse.ts';
import type { ListCellsRequest as _gateway_billing_v1_ListCellsRequest, ListCellsRequest__Output as _gateway_billing_v1_ListCellsRequest__Output } from '../../../gateway/billing/v1/ListCellsRequest.ts';
import type { ListCellsResponse as _gateway_billing_v1_ListCellsResponse, ListCellsResponse__Output as _gateway_billing_v1_ListCellsResponse__Output } from '../../../gateway/billing/v1/ListCellsResponse.ts';
import type { MoveBuyerRequest as _gateway_billing_v1_MoveBuyerRequest, MoveBuyerRequest__Output as _gateway_billing_v1_MoveBuyerRequest__Output } from '../../../gateway/billing/v1/MoveBuyerRequest.ts';
import type { MoveBuyerResponse as _gateway_billing_v1_MoveBuyerResponse, MoveBuyerResponse__Output as _gateway_billing_v1_MoveBuyerResponse__Output } from '../../../gateway/billing/v1/MoveBuyerResponse.ts';

export interface CellServiceClient extends grpc.Client {
  GetCellMap(argument: _gateway_billing_v1_GetCellMapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  GetCellMap(argument: _gateway_billing_v1_GetCellMapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  GetCellMap(argument: _gateway_billing_v1_GetCellMapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  GetCellMap(argument: _gateway_billing_v1_GetCellMapRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  getCellMap(argument: _gateway_billing_v1_GetCellMapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  getCellMap(argument: _gateway_billing_v1_GetCellMapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  getCellMap(argument: _gateway_billing_v1_GetCellMapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  getCellMap(argument: _gateway_billing_v1_GetCellMapRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetCellMapResponse__Output>): grpc.ClientUnaryCall;
  
  ListCells(argument: _gateway_billing_v1_ListCellsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  ListCells(argument: _gateway_billing_v1_ListCellsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  ListCells(argument: _gateway_billing_v1_ListCellsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  ListCells(argument: _gateway_billing_v1_ListCellsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  listCells(argument: _gateway_billing_v1_ListCellsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  listCells(argument: _gateway_billing_v1_ListCellsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  listCells(argument: _gateway_billing_v1_ListCellsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  listCells(argument: _gateway_billing_v1_ListCellsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCellsResponse__Output>): grpc.ClientUnaryCall;
  
  MoveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  MoveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  MoveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  MoveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  moveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  moveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  moveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  moveBuyer(argument: _gateway_billing_v1_MoveBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_MoveBuyerResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CellServiceHandlers extends grpc.UntypedServiceImplementation {
  GetCellMap: grpc.handleUnaryCall<_gateway_billing_v1_GetCellMapRequest__Output, _gateway_billing_v1_GetCellMapResponse>;
  
  ListCells: grpc.handleUnaryCall<_gateway_billing_v1_ListCellsRequest__Output, _gateway_billing_v1_ListCellsResponse>;
  
  MoveBuyer: grpc.handleUnaryCall<_gateway_billing_v1_MoveBuyerRequest__Output, _gateway_billing_v1_MoveBuyerResponse>;
  
}

export interface CellServiceDefinition extends grpc.ServiceDefinition {
  GetCellMap: MethodDefinition<_gateway_billing_v1_GetCellMapRequest, _gateway_billing_v1_GetCellMapResponse, _gateway_billing_v1_GetCellMapRequest__Output, _gateway_billing_v1_GetCellMapResponse__Output>
  ListCells: MethodDefinition<_gateway_billing_v1_ListCellsRequest, _gateway_billing_v1_ListCellsResponse, _gateway_billing_v1_ListCellsRequest__Output, _gateway_billing_v1_ListCellsResponse__Output>
  MoveBuyer: MethodDefinition<_gateway_billing_v1_MoveBuyerRequest, _gateway_billing_v1_MoveBuyerResponse, _gateway_billing_v1_MoveBuyerRequest__Output, _gateway_billing_v1_MoveBuyerResponse__Output>
}

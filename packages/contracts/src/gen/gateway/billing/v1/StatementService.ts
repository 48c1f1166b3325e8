// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetMonthlyStatementRequest as _gateway_billing_v1_GetMonthlyStatementRequest, GetMonthlyStatementRequest__Output as _gateway_billing_v1_GetMonthlyStatementRequest__Output } from '../../../gateway/billing/v1/GetMonthlyStatementRequest.ts';
import type { GetMonthlyStatementResponse as _gateway_billing_v1_GetMonthlyStatementResponse, GetMonthlyStatementResponse__Output as _gateway_billing_v1_GetMonthlyStatementResponse__Output } from '../../../gateway/billing/v1/GetMonthlyStatementResponse.ts';
import type { ListStatementMonthsRequest as _gateway_billing_v1_ListStatementMonthsRequest, ListStatementMonthsRequest__Output as _gateway_billing_v1_ListStatementMonthsRequest__Output } from '../../../gateway/billing/v1/ListStatementMonthsRequest.ts';
import type { ListStatementMonthsResponse as _gateway_billing_v1_ListStatementMonthsResponse, ListStatementMonthsResponse__Output as _gateway_billing_v1_ListStatementMonthsResponse__Output } from '../../../gateway/billing/v1/ListStatementMonthsResponse.ts';

export interface StatementServiceClient extends grpc.Client {
  GetMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  GetMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  GetMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  GetMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  getMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  getMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  getMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  getMonthlyStatement(argument: _gateway_billing_v1_GetMonthlyStatementRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetMonthlyStatementResponse__Output>): grpc.ClientUnaryCall;
  
  ListStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  listStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  listStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  listStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  listStatementMonths(argument: _gateway_billing_v1_ListStatementMonthsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListStatementMonthsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface StatementServiceHandlers extends grpc.UntypedServiceImplementation {
  GetMonthlyStatement: grpc.handleUnaryCall<_gateway_billing_v1_GetMonthlyStatementRequest__Output, _gateway_billing_v1_GetMonthlyStatementResponse>;
  
  ListStatementMonths: grpc.handleUnaryCall<_gateway_billing_v1_ListStatementMonthsRequest__Output, _gateway_billing_v1_ListStatementMonthsResponse>;
  
}

export interface StatementServiceDefinition extends grpc.ServiceDefinition {
  GetMonthlyStatement: MethodDefinition<_gateway_billing_v1_GetMonthlyStatementRequest, _gateway_billing_v1_GetMonthlyStatementResponse, _gateway_billing_v1_GetMonthlyStatementRequest__Output, _gateway_billing_v1_GetMonthlyStatementResponse__Output>
  ListStatementMonths: MethodDefinition<_gateway_billing_v1_ListStatementMonthsRequest, _gateway_billing_v1_ListStatementMonthsResponse, _gateway_billing_v1_ListStatementMonthsRequest__Output, _gateway_billing_v1_ListStatementMonthsResponse__Output>
}

// Original file: ../../proto/gateway/metering/v1/month_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportMonthsRequest as _gateway_metering_v1_ExportMonthsRequest, ExportMonthsRequest__Output as _gateway_metering_v1_ExportMonthsRequest__Output } from '../../../gateway/metering/v1/ExportMonthsRequest.ts';
import type { ExportMonthsResponse as _gateway_metering_v1_ExportMonthsResponse, ExportMonthsResponse__Output as _gateway_metering_v1_ExportMonthsResponse__Output } from '../../../gateway/metering/v1/ExportMonthsResponse.ts';
import type { ListMonthsRequest as _gateway_metering_v1_ListMonthsRequest, ListMonthsRequest__Output as _gateway_metering_v1_ListMonthsRequest__Output } from '../../../gateway/metering/v1/ListMonthsRequest.ts';
import type { ListMonthsResponse as _gateway_metering_v1_ListMonthsResponse, ListMonthsResponse__Output as _gateway_metering_v1_ListMonthsResponse__Output } from '../../../gateway/metering/v1/ListMonthsResponse.ts';
import type { SealMonthsRequest as _gateway_metering_v1_SealMonthsRequest, SealMonthsRequest__Output as _gateway_metering_v1_SealMonthsRequest__Output } from '../../../gateway/metering/v1/SealMonthsRequest.ts';
import type { SealMonthsResponse as _gateway_metering_v1_SealMonthsResponse, SealMonthsResponse__Output as _gateway_metering_v1_SealMonthsResponse__Output } from '../../../gateway/metering/v1/SealMonthsResponse.ts';
import type { VerifyMonthRequest as _gateway_metering_v1_VerifyMonthRequest, VerifyMonthRequest__Output as _gateway_metering_v1_VerifyMonthRequest__Output } from '../../../gateway/metering/v1/VerifyMonthRequest.ts';
import type { VerifyMonthResponse as _gateway_metering_v1_VerifyMonthResponse, VerifyMonthResponse__Output as _gateway_metering_v1_VerifyMonthResponse__Output } from '../../../gateway/metering/v1/VerifyMonthResponse.ts';

export interface MonthServiceClient extends grpc.Client {
  ExportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  ExportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  ExportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  ExportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  exportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  exportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  exportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  exportMonths(argument: _gateway_metering_v1_ExportMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ExportMonthsResponse__Output>): grpc.ClientUnaryCall;
  
  ListMonths(argument: _gateway_metering_v1_ListMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListMonths(argument: _gateway_metering_v1_ListMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListMonths(argument: _gateway_metering_v1_ListMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  ListMonths(argument: _gateway_metering_v1_ListMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  listMonths(argument: _gateway_metering_v1_ListMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  listMonths(argument: _gateway_metering_v1_ListMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  listMonths(argument: _gateway_metering_v1_ListMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  listMonths(argument: _gateway_metering_v1_ListMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListMonthsResponse__Output>): grpc.ClientUnaryCall;
  
  SealMonths(argument: _gateway_metering_v1_SealMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  SealMonths(argument: _gateway_metering_v1_SealMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  SealMonths(argument: _gateway_metering_v1_SealMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  SealMonths(argument: _gateway_metering_v1_SealMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  sealMonths(argument: _gateway_metering_v1_SealMonthsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  sealMonths(argument: _gateway_metering_v1_SealMonthsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  sealMonths(argument: _gateway_metering_v1_SealMonthsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  sealMonths(argument: _gateway_metering_v1_SealMonthsRequest, callback: grpc.requestCallback<_gateway_metering_v1_SealMonthsResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  VerifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  VerifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  VerifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  verifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  verifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  verifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  verifyMonth(argument: _gateway_metering_v1_VerifyMonthRequest, callback: grpc.requestCallback<_gateway_metering_v1_VerifyMonthResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface MonthServiceHandlers extends grpc.UntypedServiceImplementation {
  ExportMonths: grpc.handleUnaryCall<_gateway_metering_v1_ExportMonthsRequest__Output, _gateway_metering_v1_ExportMonthsResponse>;
  
  ListMonths: grpc.handleUnaryCall<_gateway_metering_v1_ListMonthsRequest__Output, _gateway_metering_v1_ListMonthsResponse>;
  
  SealMonths: grpc.handleUnaryCall<_gateway_metering_v1_SealMonthsRequest__Output, _gateway_metering_v1_SealMonthsResponse>;
  
  VerifyMonth: grpc.handleUnaryCall<_gateway_metering_v1_VerifyMonthRequest__Output, _gateway_metering_v1_VerifyMonthResponse>;
  
}

export interface MonthServiceDefinition extends grpc.ServiceDefinition {
  ExportMonths: MethodDefinition<_gateway_metering_v1_ExportMonthsRequest, _gateway_metering_v1_ExportMonthsResponse, _gateway_metering_v1_ExportMonthsRequest__Output, _gateway_metering_v1_ExportMonthsResponse__Output>
  ListMonths: MethodDefinition<_gateway_metering_v1_ListMonthsRequest, _gateway_metering_v1_ListMonthsResponse, _gateway_metering_v1_ListMonthsRequest__Output, _gateway_metering_v1_ListMonthsResponse__Output>
  SealMonths: MethodDefinition<_gateway_metering_v1_SealMonthsRequest, _gateway_metering_v1_SealMonthsResponse, _gateway_metering_v1_SealMonthsRequest__Output, _gateway_metering_v1_SealMonthsResponse__Output>
  VerifyMonth: MethodDefinition<_gateway_metering_v1_VerifyMonthRequest, _gateway_metering_v1_VerifyMonthResponse, _gateway_metering_v1_VerifyMonthRequest__Output, _gateway_metering_v1_VerifyMonthResponse__Output>
}

// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListFailuresRequest as _gateway_metering_v1_ListFailuresRequest, ListFailuresRequest__Output as _gateway_metering_v1_ListFailuresRequest__Output } from '../../../gateway/metering/v1/ListFailuresRequest.ts';
import type { ListFailuresResponse as _gateway_metering_v1_ListFailuresResponse, ListFailuresResponse__Output as _gateway_metering_v1_ListFailuresResponse__Output } from '../../../gateway/metering/v1/ListFailuresResponse.ts';
import type { SummarizeFailuresRequest as _gateway_metering_v1_SummarizeFailuresRequest, SummarizeFailuresRequest__Output as _gateway_metering_v1_SummarizeFailuresRequest__Output } from '../../../gateway/metering/v1/SummarizeFailuresRequest.ts';
import type { SummarizeFailuresResponse as _gateway_metering_v1_SummarizeFailuresResponse, SummarizeFailuresResponse__Output as _gateway_metering_v1_SummarizeFailuresResponse__Output } from '../../../gateway/metering/v1/SummarizeFailuresResponse.ts';
import type { SummarizePublisherUsageRequest as _gateway_metering_v1_SummarizePublisherUsageRequest, SummarizePublisherUsageRequest__Output as _gateway_metering_v1_SummarizePublisherUsageRequest__Output } from '../../../gateway/metering/v1/SummarizePublisherUsageRequest.ts';
import type { SummarizePublisherUsageResponse as _gateway_metering_v1_SummarizePublisherUsageResponse, SummarizePublisherUsageResponse__Output as _gateway_metering_v1_SummarizePublisherUsageResponse__Output } from '../../../gateway/metering/v1/SummarizePublisherUsageResponse.ts';

export interface PublisherUsageServiceClient extends grpc.Client {
  ListFailures(argument: _gateway_metering_v1_ListFailuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  ListFailures(argument: _gateway_metering_v1_ListFailuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  ListFailures(argument: _gateway_metering_v1_ListFailuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  ListFailures(argument: _gateway_metering_v1_ListFailuresRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  listFailures(argument: _gateway_metering_v1_ListFailuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  listFailures(argument: _gateway_metering_v1_ListFailuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  listFailures(argument: _gateway_metering_v1_ListFailuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  listFailures(argument: _gateway_metering_v1_ListFailuresRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListFailuresResponse__Output>): grpc.ClientUnaryCall;
  
  SummarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  SummarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  SummarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  SummarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  summarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  summarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  summarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  summarizeFailures(argument: _gateway_metering_v1_SummarizeFailuresRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeFailuresResponse__Output>): grpc.ClientUnaryCall;
  
  SummarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizePublisherUsage(argument: _gateway_metering_v1_SummarizePublisherUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizePublisherUsageResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PublisherUsageServiceHandlers extends grpc.UntypedServiceImplementation {
  ListFailures: grpc.handleUnaryCall<_gateway_metering_v1_ListFailuresRequest__Output, _gateway_metering_v1_ListFailuresResponse>;
  
  SummarizeFailures: grpc.handleUnaryCall<_gateway_metering_v1_SummarizeFailuresRequest__Output, _gateway_metering_v1_SummarizeFailuresResponse>;
  
  SummarizePublisherUsage: grpc.handleUnaryCall<_gateway_metering_v1_SummarizePublisherUsageRequest__Output, _gateway_metering_v1_SummarizePublisherUsageResponse>;
  
}

export interface PublisherUsageServiceDefinition extends grpc.ServiceDefinition {
  ListFailures: MethodDefinition<_gateway_metering_v1_ListFailuresRequest, _gateway_metering_v1_ListFailuresResponse, _gateway_metering_v1_ListFailuresRequest__Output, _gateway_metering_v1_ListFailuresResponse__Output>
  SummarizeFailures: MethodDefinition<_gateway_metering_v1_SummarizeFailuresRequest, _gateway_metering_v1_SummarizeFailuresResponse, _gateway_metering_v1_SummarizeFailuresRequest__Output, _gateway_metering_v1_SummarizeFailuresResponse__Output>
  SummarizePublisherUsage: MethodDefinition<_gateway_metering_v1_SummarizePublisherUsageRequest, _gateway_metering_v1_SummarizePublisherUsageResponse, _gateway_metering_v1_SummarizePublisherUsageRequest__Output, _gateway_metering_v1_SummarizePublisherUsageResponse__Output>
}

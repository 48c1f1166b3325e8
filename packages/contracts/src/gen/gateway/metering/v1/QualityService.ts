// Original file: ../../proto/gateway/metering/v1/quality_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListAppQualityRequest as _gateway_metering_v1_ListAppQualityRequest, ListAppQualityRequest__Output as _gateway_metering_v1_ListAppQualityRequest__Output } from '../../../gateway/metering/v1/ListAppQualityRequest.ts';
import type { ListAppQualityResponse as _gateway_metering_v1_ListAppQualityResponse, ListAppQualityResponse__Output as _gateway_metering_v1_ListAppQualityResponse__Output } from '../../../gateway/metering/v1/ListAppQualityResponse.ts';

export interface QualityServiceClient extends grpc.Client {
  ListAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  ListAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  ListAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  ListAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  listAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  listAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  listAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  listAppQuality(argument: _gateway_metering_v1_ListAppQualityRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListAppQualityResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface QualityServiceHandlers extends grpc.UntypedServiceImplementation {
  ListAppQuality: grpc.handleUnaryCall<_gateway_metering_v1_ListAppQualityRequest__Output, _gateway_metering_v1_ListAppQualityResponse>;
  
}

export interface QualityServiceDefinition extends grpc.ServiceDefinition {
  ListAppQuality: MethodDefinition<_gateway_metering_v1_ListAppQualityRequest, _gateway_metering_v1_ListAppQualityResponse, _gateway_metering_v1_ListAppQualityRequest__Output, _gateway_metering_v1_ListAppQualityResponse__Output>
}

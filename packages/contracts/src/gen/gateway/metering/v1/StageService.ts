// Original file: ../../proto/gateway/metering/v1/stage_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SummarizeStagesRequest as _gateway_metering_v1_SummarizeStagesRequest, SummarizeStagesRequest__Output as _gateway_metering_v1_SummarizeStagesRequest__Output } from '../../../gateway/metering/v1/SummarizeStagesRequest.ts';
import type { SummarizeStagesResponse as _gateway_metering_v1_SummarizeStagesResponse, SummarizeStagesResponse__Output as _gateway_metering_v1_SummarizeStagesResponse__Output } from '../../../gateway/metering/v1/SummarizeStagesResponse.ts';

export interface StageServiceClient extends grpc.Client {
  SummarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  summarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  summarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  summarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  summarizeStages(argument: _gateway_metering_v1_SummarizeStagesRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeStagesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface StageServiceHandlers extends grpc.UntypedServiceImplementation {
  SummarizeStages: grpc.handleUnaryCall<_gateway_metering_v1_SummarizeStagesRequest__Output, _gateway_metering_v1_SummarizeStagesResponse>;
  
}

export interface StageServiceDefinition extends grpc.ServiceDefinition {
  SummarizeStages: MethodDefinition<_gateway_metering_v1_SummarizeStagesRequest, _gateway_metering_v1_SummarizeStagesResponse, _gateway_metering_v1_SummarizeStagesRequest__Output, _gateway_metering_v1_SummarizeStagesResponse__Output>
}

// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListDeadLettersRequest as _gateway_metering_v1_ListDeadLettersRequest, ListDeadLettersRequest__Output as _gateway_metering_v1_ListDeadLettersRequest__Output } from '../../../gateway/metering/v1/ListDeadLettersRequest.ts';
import type { ListDeadLettersResponse as _gateway_metering_v1_ListDeadLettersResponse, ListDeadLettersResponse__Output as _gateway_metering_v1_ListDeadLettersResponse__Output } from '../../../gateway/metering/v1/ListDeadLettersResponse.ts';
import type { ReplayDeadLettersRequest as _gateway_metering_v1_ReplayDeadLettersRequest, ReplayDeadLettersRequest__Output as _gateway_metering_v1_ReplayDeadLettersRequest__Output } from '../../../gateway/metering/v1/ReplayDeadLettersRequest.ts';
import type { ReplayDeadLettersResponse as _gateway_metering_v1_ReplayDeadLettersResponse, ReplayDeadLettersResponse__Output as _gateway_metering_v1_ReplayDeadLettersResponse__Output } from '../../../gateway/metering/v1/ReplayDeadLettersResponse.ts';

export interface DeadLetterServiceClient extends grpc.Client {
  ListDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ListDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ListDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ListDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  listDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  listDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  listDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  listDeadLetters(argument: _gateway_metering_v1_ListDeadLettersRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  
  ReplayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ReplayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ReplayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  ReplayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  replayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  replayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  replayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  replayDeadLetters(argument: _gateway_metering_v1_ReplayDeadLettersRequest, callback: grpc.requestCallback<_gateway_metering_v1_ReplayDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DeadLetterServiceHandlers extends grpc.UntypedServiceImplementation {
  ListDeadLetters: grpc.handleUnaryCall<_gateway_metering_v1_ListDeadLettersRequest__Output, _gateway_metering_v1_ListDeadLettersResponse>;
  
  ReplayDeadLetters: grpc.handleUnaryCall<_gateway_metering_v1_ReplayDeadLettersRequest__Output, _gateway_metering_v1_ReplayDeadLettersResponse>;
  
}

export interface DeadLetterServiceDefinition extends grpc.ServiceDefinition {
  ListDeadLetters: MethodDefinition<_gateway_metering_v1_ListDeadLettersRequest, _gateway_metering_v1_ListDeadLettersResponse, _gateway_metering_v1_ListDeadLettersRequest__Output, _gateway_metering_v1_ListDeadLettersResponse__Output>
  ReplayDeadLetters: MethodDefinition<_gateway_metering_v1_ReplayDeadLettersRequest, _gateway_metering_v1_ReplayDeadLettersResponse, _gateway_metering_v1_ReplayDeadLettersRequest__Output, _gateway_metering_v1_ReplayDeadLettersResponse__Output>
}

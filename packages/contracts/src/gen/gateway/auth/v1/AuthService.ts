// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuthenticateRequest as _gateway_auth_v1_AuthenticateRequest, AuthenticateRequest__Output as _gateway_auth_v1_AuthenticateRequest__Output } from '../../../gateway/auth/v1/AuthenticateRequest.ts';
import type { AuthenticateResponse as _gateway_auth_v1_AuthenticateResponse, AuthenticateResponse__Output as _gateway_auth_v1_AuthenticateResponse__Output } from '../../../gateway/auth/v1/AuthenticateResponse.ts';
import type { AuthenticateStreamRequest as _gateway_auth_v1_AuthenticateStreamRequest, AuthenticateStreamRequest__Output as _gateway_auth_v1_AuthenticateStreamRequest__Output } from '../../../gateway/auth/v1/AuthenticateStreamRequest.ts';
import type { AuthenticateStreamResponse as _gateway_auth_v1_AuthenticateStreamResponse, AuthenticateStreamResponse__Output as _gateway_auth_v1_AuthenticateStreamResponse__Output } from '../../../gateway/auth/v1/AuthenticateStreamResponse.ts';
import type { ListCallerChangesRequest as _gateway_auth_v1_ListCallerChangesRequest, ListCallerChangesRequest__Output as _gateway_auth_v1_ListCallerChangesRequest__Output } from '../../../gateway/auth/v1/ListCallerChangesRequest.ts';
import type { ListCallerChangesResponse as _gateway_auth_v1_ListCallerChangesResponse, ListCallerChangesResponse__Output as _gateway_auth_v1_ListCallerChangesResponse__Output } from '../../../gateway/auth/v1/ListCallerChangesResponse.ts';

export interface AuthServiceClient extends grpc.Client {
  Authenticate(argument: _gateway_auth_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _gateway_auth_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _gateway_auth_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _gateway_auth_v1_AuthenticateRequest, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _gateway_auth_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _gateway_auth_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _gateway_auth_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _gateway_auth_v1_AuthenticateRequest, callback: grpc.requestCallback<_gateway_auth_v1_AuthenticateResponse__Output>): grpc.ClientUnaryCall;
  
  AuthenticateStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamResponse__Output>;
  AuthenticateStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamResponse__Output>;
  authenticateStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamResponse__Output>;
  authenticateStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamResponse__Output>;
  
  ListCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  listCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  listCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  listCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  listCallerChanges(argument: _gateway_auth_v1_ListCallerChangesRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListCallerChangesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AuthServiceHandlers extends grpc.UntypedServiceImplementation {
  Authenticate: grpc.handleUnaryCall<_gateway_auth_v1_AuthenticateRequest__Output, _gateway_auth_v1_AuthenticateResponse>;
  
  AuthenticateStream: grpc.handleBidiStreamingCall<_gateway_auth_v1_AuthenticateStreamRequest__Output, _gateway_auth_v1_AuthenticateStreamResponse>;
  
  ListCallerChanges: grpc.handleUnaryCall<_gateway_auth_v1_ListCallerChangesRequest__Output, _gateway_auth_v1_ListCallerChangesResponse>;
  
}

export interface AuthServiceDefinition extends grpc.ServiceDefinition {
  Authenticate: MethodDefinition<_gateway_auth_v1_AuthenticateRequest, _gateway_auth_v1_AuthenticateResponse, _gateway_auth_v1_AuthenticateRequest__Output, _gateway_auth_v1_AuthenticateResponse__Output>
  AuthenticateStream: MethodDefinition<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamResponse, _gateway_auth_v1_AuthenticateStreamRequest__Output, _gateway_auth_v1_AuthenticateStreamResponse__Output>
  ListCallerChanges: MethodDefinition<_gateway_auth_v1_ListCallerChangesRequest, _gateway_auth_v1_ListCallerChangesResponse, _gateway_auth_v1_ListCallerChangesRequest__Output, _gateway_auth_v1_ListCallerChangesResponse__Output>
}

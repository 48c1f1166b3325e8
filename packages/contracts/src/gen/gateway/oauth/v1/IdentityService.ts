// Original file: ../../proto/gateway/oauth/v1/identity_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { IssueBuyerIdentityRequest as _gateway_oauth_v1_IssueBuyerIdentityRequest, IssueBuyerIdentityRequest__Output as _gateway_oauth_v1_IssueBuyerIdentityRequest__Output } from '../../../gateway/oauth/v1/IssueBuyerIdentityRequest.ts';
import type { IssueBuyerIdentityResponse as _gateway_oauth_v1_IssueBuyerIdentityResponse, IssueBuyerIdentityResponse__Output as _gateway_oauth_v1_IssueBuyerIdentityResponse__Output } from '../../../gateway/oauth/v1/IssueBuyerIdentityResponse.ts';

export interface IdentityServiceClient extends grpc.Client {
  IssueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  IssueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  IssueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  IssueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  issueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  issueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  issueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  issueBuyerIdentity(argument: _gateway_oauth_v1_IssueBuyerIdentityRequest, callback: grpc.requestCallback<_gateway_oauth_v1_IssueBuyerIdentityResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  IssueBuyerIdentity: grpc.handleUnaryCall<_gateway_oauth_v1_IssueBuyerIdentityRequest__Output, _gateway_oauth_v1_IssueBuyerIdentityResponse>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  IssueBuyerIdentity: MethodDefinition<_gateway_oauth_v1_IssueBuyerIdentityRequest, _gateway_oauth_v1_IssueBuyerIdentityResponse, _gateway_oauth_v1_IssueBuyerIdentityRequest__Output, _gateway_oauth_v1_IssueBuyerIdentityResponse__Output>
}

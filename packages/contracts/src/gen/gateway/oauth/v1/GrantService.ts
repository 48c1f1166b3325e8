// Original file: ../../proto/gateway/oauth/v1/grant_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListGrantsRequest as _gateway_oauth_v1_ListGrantsRequest, ListGrantsRequest__Output as _gateway_oauth_v1_ListGrantsRequest__Output } from '../../../gateway/oauth/v1/ListGrantsRequest.ts';
import type { ListGrantsResponse as _gateway_oauth_v1_ListGrantsResponse, ListGrantsResponse__Output as _gateway_oauth_v1_ListGrantsResponse__Output } from '../../../gateway/oauth/v1/ListGrantsResponse.ts';
import type { RevokeGrantRequest as _gateway_oauth_v1_RevokeGrantRequest, RevokeGrantRequest__Output as _gateway_oauth_v1_RevokeGrantRequest__Output } from '../../../gateway/oauth/v1/RevokeGrantRequest.ts';
import type { RevokeGrantResponse as _gateway_oauth_v1_RevokeGrantResponse, RevokeGrantResponse__Output as _gateway_oauth_v1_RevokeGrantResponse__Output } from '../../../gateway/oauth/v1/RevokeGrantResponse.ts';

export interface GrantServiceClient extends grpc.Client {
  ListGrants(argument: _gateway_oauth_v1_ListGrantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  ListGrants(argument: _gateway_oauth_v1_ListGrantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  ListGrants(argument: _gateway_oauth_v1_ListGrantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  ListGrants(argument: _gateway_oauth_v1_ListGrantsRequest, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  listGrants(argument: _gateway_oauth_v1_ListGrantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  listGrants(argument: _gateway_oauth_v1_ListGrantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  listGrants(argument: _gateway_oauth_v1_ListGrantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  listGrants(argument: _gateway_oauth_v1_ListGrantsRequest, callback: grpc.requestCallback<_gateway_oauth_v1_ListGrantsResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  RevokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  RevokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  RevokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  revokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  revokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  revokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  revokeGrant(argument: _gateway_oauth_v1_RevokeGrantRequest, callback: grpc.requestCallback<_gateway_oauth_v1_RevokeGrantResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface GrantServiceHandlers extends grpc.UntypedServiceImplementation {
  ListGrants: grpc.handleUnaryCall<_gateway_oauth_v1_ListGrantsRequest__Output, _gateway_oauth_v1_ListGrantsResponse>;
  
  RevokeGrant: grpc.handleUnaryCall<_gateway_oauth_v1_RevokeGrantRequest__Output, _gateway_oauth_v1_RevokeGrantResponse>;
  
}

export interface GrantServiceDefinition extends grpc.ServiceDefinition {
  ListGrants: MethodDefinition<_gateway_oauth_v1_ListGrantsRequest, _gateway_oauth_v1_ListGrantsResponse, _gateway_oauth_v1_ListGrantsRequest__Output, _gateway_oauth_v1_ListGrantsResponse__Output>
  RevokeGrant: MethodDefinition<_gateway_oauth_v1_RevokeGrantRequest, _gateway_oauth_v1_RevokeGrantResponse, _gateway_oauth_v1_RevokeGrantRequest__Output, _gateway_oauth_v1_RevokeGrantResponse__Output>
}

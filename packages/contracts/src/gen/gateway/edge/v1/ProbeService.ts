// Original file: ../../proto/gateway/edge/v1/probe_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ProbeUpstreamRequest as _gateway_edge_v1_ProbeUpstreamRequest, ProbeUpstreamRequest__Output as _gateway_edge_v1_ProbeUpstreamRequest__Output } from '../../../gateway/edge/v1/ProbeUpstreamRequest.ts';
import type { ProbeUpstreamResponse as _gateway_edge_v1_ProbeUpstreamResponse, ProbeUpstreamResponse__Output as _gateway_edge_v1_ProbeUpstreamResponse__Output } from '../../../gateway/edge/v1/ProbeUpstreamResponse.ts';

export interface ProbeServiceClient extends grpc.Client {
  ProbeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  ProbeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  ProbeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  ProbeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  probeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  probeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  probeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  probeUpstream(argument: _gateway_edge_v1_ProbeUpstreamRequest, callback: grpc.requestCallback<_gateway_edge_v1_ProbeUpstreamResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ProbeServiceHandlers extends grpc.UntypedServiceImplementation {
  ProbeUpstream: grpc.handleUnaryCall<_gateway_edge_v1_ProbeUpstreamRequest__Output, _gateway_edge_v1_ProbeUpstreamResponse>;
  
}

export interface ProbeServiceDefinition extends grpc.ServiceDefinition {
  ProbeUpstream: MethodDefinition<_gateway_edge_v1_ProbeUpstreamRequest, _gateway_edge_v1_ProbeUpstreamResponse, _gateway_edge_v1_ProbeUpstreamRequest__Output, _gateway_edge_v1_ProbeUpstreamResponse__Output>
}

import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ProbeServiceClient as _gateway_edge_v1_ProbeServiceClient, ProbeServiceDefinition as _gateway_edge_v1_ProbeServiceDefinition } from './gateway/edge/v1/ProbeService.ts';
import type { ProbeUpstreamRequest as _gateway_edge_v1_ProbeUpstreamRequest, ProbeUpstreamRequest__Output as _gateway_edge_v1_ProbeUpstreamRequest__Output } from './gateway/edge/v1/ProbeUpstreamRequest.ts';
import type { ProbeUpstreamResponse as _gateway_edge_v1_ProbeUpstreamResponse, ProbeUpstreamResponse__Output as _gateway_edge_v1_ProbeUpstreamResponse__Output } from './gateway/edge/v1/ProbeUpstreamResponse.ts';
import type { ProbedTool as _gateway_edge_v1_ProbedTool, ProbedTool__Output as _gateway_edge_v1_ProbedTool__Output } from './gateway/edge/v1/ProbedTool.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    edge: {
      v1: {
        ProbeService: SubtypeConstructor<typeof grpc.Client, _gateway_edge_v1_ProbeServiceClient> & { service: _gateway_edge_v1_ProbeServiceDefinition }
        ProbeUpstreamRequest: MessageTypeDefinition<_gateway_edge_v1_ProbeUpstreamRequest, _gateway_edge_v1_ProbeUpstreamRequest__Output>
        ProbeUpstreamResponse: MessageTypeDefinition<_gateway_edge_v1_ProbeUpstreamResponse, _gateway_edge_v1_ProbeUpstreamResponse__Output>
        ProbedTool: MessageTypeDefinition<_gateway_edge_v1_ProbedTool, _gateway_edge_v1_ProbedTool__Output>
      }
    }
  }
}


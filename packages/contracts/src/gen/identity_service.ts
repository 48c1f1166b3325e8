import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { IdentityServiceClient as _gateway_oauth_v1_IdentityServiceClient, IdentityServiceDefinition as _gateway_oauth_v1_IdentityServiceDefinition } from './gateway/oauth/v1/IdentityService.ts';
import type { IssueBuyerIdentityRequest as _gateway_oauth_v1_IssueBuyerIdentityRequest, IssueBuyerIdentityRequest__Output as _gateway_oauth_v1_IssueBuyerIdentityRequest__Output } from './gateway/oauth/v1/IssueBuyerIdentityRequest.ts';
import type { IssueBuyerIdentityResponse as _gateway_oauth_v1_IssueBuyerIdentityResponse, IssueBuyerIdentityResponse__Output as _gateway_oauth_v1_IssueBuyerIdentityResponse__Output } from './gateway/oauth/v1/IssueBuyerIdentityResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    oauth: {
      v1: {
        IdentityService: SubtypeConstructor<typeof grpc.Client, _gateway_oauth_v1_IdentityServiceClient> & { service: _gateway_oauth_v1_IdentityServiceDefinition }
        IssueBuyerIdentityRequest: MessageTypeDefinition<_gateway_oauth_v1_IssueBuyerIdentityRequest, _gateway_oauth_v1_IssueBuyerIdentityRequest__Output>
        IssueBuyerIdentityResponse: MessageTypeDefinition<_gateway_oauth_v1_IssueBuyerIdentityResponse, _gateway_oauth_v1_IssueBuyerIdentityResponse__Output>
      }
    }
  }
}


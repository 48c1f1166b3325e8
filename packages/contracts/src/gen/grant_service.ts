import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Grant as _gateway_oauth_v1_Grant, Grant__Output as _gateway_oauth_v1_Grant__Output } from './gateway/oauth/v1/Grant.ts';
import type { GrantServiceClient as _gateway_oauth_v1_GrantServiceClient, GrantServiceDefinition as _gateway_oauth_v1_GrantServiceDefinition } from './gateway/oauth/v1/GrantService.ts';
import type { ListGrantsRequest as _gateway_oauth_v1_ListGrantsRequest, ListGrantsRequest__Output as _gateway_oauth_v1_ListGrantsRequest__Output } from './gateway/oauth/v1/ListGrantsRequest.ts';
import type { ListGrantsResponse as _gateway_oauth_v1_ListGrantsResponse, ListGrantsResponse__Output as _gateway_oauth_v1_ListGrantsResponse__Output } from './gateway/oauth/v1/ListGrantsResponse.ts';
import type { RevokeGrantRequest as _gateway_oauth_v1_RevokeGrantRequest, RevokeGrantRequest__Output as _gateway_oauth_v1_RevokeGrantRequest__Output } from './gateway/oauth/v1/RevokeGrantRequest.ts';
import type { RevokeGrantResponse as _gateway_oauth_v1_RevokeGrantResponse, RevokeGrantResponse__Output as _gateway_oauth_v1_RevokeGrantResponse__Output } from './gateway/oauth/v1/RevokeGrantResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    oauth: {
      v1: {
        Grant: MessageTypeDefinition<_gateway_oauth_v1_Grant, _gateway_oauth_v1_Grant__Output>
        GrantService: SubtypeConstructor<typeof grpc.Client, _gateway_oauth_v1_GrantServiceClient> & { service: _gateway_oauth_v1_GrantServiceDefinition }
        ListGrantsRequest: MessageTypeDefinition<_gateway_oauth_v1_ListGrantsRequest, _gateway_oauth_v1_ListGrantsRequest__Output>
        ListGrantsResponse: MessageTypeDefinition<_gateway_oauth_v1_ListGrantsResponse, _gateway_oauth_v1_ListGrantsResponse__Output>
        RevokeGrantRequest: MessageTypeDefinition<_gateway_oauth_v1_RevokeGrantRequest, _gateway_oauth_v1_RevokeGrantRequest__Output>
        RevokeGrantResponse: MessageTypeDefinition<_gateway_oauth_v1_RevokeGrantResponse, _gateway_oauth_v1_RevokeGrantResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AddOperatorRequest as _gateway_auth_v1_AddOperatorRequest, AddOperatorRequest__Output as _gateway_auth_v1_AddOperatorRequest__Output } from './gateway/auth/v1/AddOperatorRequest.ts';
import type { AddOperatorResponse as _gateway_auth_v1_AddOperatorResponse, AddOperatorResponse__Output as _gateway_auth_v1_AddOperatorResponse__Output } from './gateway/auth/v1/AddOperatorResponse.ts';
import type { GetOperatorRequest as _gateway_auth_v1_GetOperatorRequest, GetOperatorRequest__Output as _gateway_auth_v1_GetOperatorRequest__Output } from './gateway/auth/v1/GetOperatorRequest.ts';
import type { GetOperatorResponse as _gateway_auth_v1_GetOperatorResponse, GetOperatorResponse__Output as _gateway_auth_v1_GetOperatorResponse__Output } from './gateway/auth/v1/GetOperatorResponse.ts';
import type { ListOperatorsRequest as _gateway_auth_v1_ListOperatorsRequest, ListOperatorsRequest__Output as _gateway_auth_v1_ListOperatorsRequest__Output } from './gateway/auth/v1/ListOperatorsRequest.ts';
import type { ListOperatorsResponse as _gateway_auth_v1_ListOperatorsResponse, ListOperatorsResponse__Output as _gateway_auth_v1_ListOperatorsResponse__Output } from './gateway/auth/v1/ListOperatorsResponse.ts';
import type { Operator as _gateway_auth_v1_Operator, Operator__Output as _gateway_auth_v1_Operator__Output } from './gateway/auth/v1/Operator.ts';
import type { OperatorServiceClient as _gateway_auth_v1_OperatorServiceClient, OperatorServiceDefinition as _gateway_auth_v1_OperatorServiceDefinition } from './gateway/auth/v1/OperatorService.ts';
import type { RemoveOperatorRequest as _gateway_auth_v1_RemoveOperatorRequest, RemoveOperatorRequest__Output as _gateway_auth_v1_RemoveOperatorRequest__Output } from './gateway/auth/v1/RemoveOperatorRequest.ts';
import type { RemoveOperatorResponse as _gateway_auth_v1_RemoveOperatorResponse, RemoveOperatorResponse__Output as _gateway_auth_v1_RemoveOperatorResponse__Output } from './gateway/auth/v1/RemoveOperatorResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        AddOperatorRequest: MessageTypeDefinition<_gateway_auth_v1_AddOperatorRequest, _gateway_auth_v1_AddOperatorRequest__Output>
        AddOperatorResponse: MessageTypeDefinition<_gateway_auth_v1_AddOperatorResponse, _gateway_auth_v1_AddOperatorResponse__Output>
        GetOperatorRequest: MessageTypeDefinition<_gateway_auth_v1_GetOperatorRequest, _gateway_auth_v1_GetOperatorRequest__Output>
        GetOperatorResponse: MessageTypeDefinition<_gateway_auth_v1_GetOperatorResponse, _gateway_auth_v1_GetOperatorResponse__Output>
        ListOperatorsRequest: MessageTypeDefinition<_gateway_auth_v1_ListOperatorsRequest, _gateway_auth_v1_ListOperatorsRequest__Output>
        ListOperatorsResponse: MessageTypeDefinition<_gateway_auth_v1_ListOperatorsResponse, _gateway_auth_v1_ListOperatorsResponse__Output>
        Operator: MessageTypeDefinition<_gateway_auth_v1_Operator, _gateway_auth_v1_Operator__Output>
        OperatorService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_OperatorServiceClient> & { service: _gateway_auth_v1_OperatorServiceDefinition }
        RemoveOperatorRequest: MessageTypeDefinition<_gateway_auth_v1_RemoveOperatorRequest, _gateway_auth_v1_RemoveOperatorRequest__Output>
        RemoveOperatorResponse: MessageTypeDefinition<_gateway_auth_v1_RemoveOperatorResponse, _gateway_auth_v1_RemoveOperatorResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


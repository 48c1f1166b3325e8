import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthServiceClient as _gateway_auth_v1_AuthServiceClient, AuthServiceDefinition as _gateway_auth_v1_AuthServiceDefinition } from './gateway/auth/v1/AuthService.ts';
import type { AuthenticateItem as _gateway_auth_v1_AuthenticateItem, AuthenticateItem__Output as _gateway_auth_v1_AuthenticateItem__Output } from './gateway/auth/v1/AuthenticateItem.ts';
import type { AuthenticateRequest as _gateway_auth_v1_AuthenticateRequest, AuthenticateRequest__Output as _gateway_auth_v1_AuthenticateRequest__Output } from './gateway/auth/v1/AuthenticateRequest.ts';
import type { AuthenticateResponse as _gateway_auth_v1_AuthenticateResponse, AuthenticateResponse__Output as _gateway_auth_v1_AuthenticateResponse__Output } from './gateway/auth/v1/AuthenticateResponse.ts';
import type { AuthenticateResult as _gateway_auth_v1_AuthenticateResult, AuthenticateResult__Output as _gateway_auth_v1_AuthenticateResult__Output } from './gateway/auth/v1/AuthenticateResult.ts';
import type { AuthenticateStreamRequest as _gateway_auth_v1_AuthenticateStreamRequest, AuthenticateStreamRequest__Output as _gateway_auth_v1_AuthenticateStreamRequest__Output } from './gateway/auth/v1/AuthenticateStreamRequest.ts';
import type { AuthenticateStreamResponse as _gateway_auth_v1_AuthenticateStreamResponse, AuthenticateStreamResponse__Output as _gateway_auth_v1_AuthenticateStreamResponse__Output } from './gateway/auth/v1/AuthenticateStreamResponse.ts';
import type { CallerChange as _gateway_auth_v1_CallerChange, CallerChange__Output as _gateway_auth_v1_CallerChange__Output } from './gateway/auth/v1/CallerChange.ts';
import type { ListCallerChangesRequest as _gateway_auth_v1_ListCallerChangesRequest, ListCallerChangesRequest__Output as _gateway_auth_v1_ListCallerChangesRequest__Output } from './gateway/auth/v1/ListCallerChangesRequest.ts';
import type { ListCallerChangesResponse as _gateway_auth_v1_ListCallerChangesResponse, ListCallerChangesResponse__Output as _gateway_auth_v1_ListCallerChangesResponse__Output } from './gateway/auth/v1/ListCallerChangesResponse.ts';
import type { Principal as _gateway_auth_v1_Principal, Principal__Output as _gateway_auth_v1_Principal__Output } from './gateway/auth/v1/Principal.ts';
import type { Any as _gateway_rpc_v1_Any, Any__Output as _gateway_rpc_v1_Any__Output } from './gateway/rpc/v1/Any.ts';
import type { ErrorInfo as _gateway_rpc_v1_ErrorInfo, ErrorInfo__Output as _gateway_rpc_v1_ErrorInfo__Output } from './gateway/rpc/v1/ErrorInfo.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from './gateway/rpc/v1/Refusal.ts';
import type { Status as _gateway_rpc_v1_Status, Status__Output as _gateway_rpc_v1_Status__Output } from './gateway/rpc/v1/Status.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        AuthService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_AuthServiceClient> & { service: _gateway_auth_v1_AuthServiceDefinition }
        AuthenticateItem: MessageTypeDefinition<_gateway_auth_v1_AuthenticateItem, _gateway_auth_v1_AuthenticateItem__Output>
        AuthenticateRequest: MessageTypeDefinition<_gateway_auth_v1_AuthenticateRequest, _gateway_auth_v1_AuthenticateRequest__Output>
        AuthenticateResponse: MessageTypeDefinition<_gateway_auth_v1_AuthenticateResponse, _gateway_auth_v1_AuthenticateResponse__Output>
        AuthenticateResult: MessageTypeDefinition<_gateway_auth_v1_AuthenticateResult, _gateway_auth_v1_AuthenticateResult__Output>
        AuthenticateStreamRequest: MessageTypeDefinition<_gateway_auth_v1_AuthenticateStreamRequest, _gateway_auth_v1_AuthenticateStreamRequest__Output>
        AuthenticateStreamResponse: MessageTypeDefinition<_gateway_auth_v1_AuthenticateStreamResponse, _gateway_auth_v1_AuthenticateStreamResponse__Output>
        CallerChange: MessageTypeDefinition<_gateway_auth_v1_CallerChange, _gateway_auth_v1_CallerChange__Output>
        CredentialKind: EnumTypeDefinition
        ListCallerChangesRequest: MessageTypeDefinition<_gateway_auth_v1_ListCallerChangesRequest, _gateway_auth_v1_ListCallerChangesRequest__Output>
        ListCallerChangesResponse: MessageTypeDefinition<_gateway_auth_v1_ListCallerChangesResponse, _gateway_auth_v1_ListCallerChangesResponse__Output>
        Principal: MessageTypeDefinition<_gateway_auth_v1_Principal, _gateway_auth_v1_Principal__Output>
      }
    }
    rpc: {
      v1: {
        Any: MessageTypeDefinition<_gateway_rpc_v1_Any, _gateway_rpc_v1_Any__Output>
        ErrorInfo: MessageTypeDefinition<_gateway_rpc_v1_ErrorInfo, _gateway_rpc_v1_ErrorInfo__Output>
        Refusal: MessageTypeDefinition<_gateway_rpc_v1_Refusal, _gateway_rpc_v1_Refusal__Output>
        Status: MessageTypeDefinition<_gateway_rpc_v1_Status, _gateway_rpc_v1_Status__Output>
      }
    }
  }
}


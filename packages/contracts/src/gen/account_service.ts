import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountServiceClient as _gateway_auth_v1_AccountServiceClient, AccountServiceDefinition as _gateway_auth_v1_AccountServiceDefinition } from './gateway/auth/v1/AccountService.ts';
import type { EndGrantsRequest as _gateway_auth_v1_EndGrantsRequest, EndGrantsRequest__Output as _gateway_auth_v1_EndGrantsRequest__Output } from './gateway/auth/v1/EndGrantsRequest.ts';
import type { EndGrantsResponse as _gateway_auth_v1_EndGrantsResponse, EndGrantsResponse__Output as _gateway_auth_v1_EndGrantsResponse__Output } from './gateway/auth/v1/EndGrantsResponse.ts';
import type { EndedGrant as _gateway_auth_v1_EndedGrant, EndedGrant__Output as _gateway_auth_v1_EndedGrant__Output } from './gateway/auth/v1/EndedGrant.ts';
import type { GetApiKeyStateRequest as _gateway_auth_v1_GetApiKeyStateRequest, GetApiKeyStateRequest__Output as _gateway_auth_v1_GetApiKeyStateRequest__Output } from './gateway/auth/v1/GetApiKeyStateRequest.ts';
import type { GetApiKeyStateResponse as _gateway_auth_v1_GetApiKeyStateResponse, GetApiKeyStateResponse__Output as _gateway_auth_v1_GetApiKeyStateResponse__Output } from './gateway/auth/v1/GetApiKeyStateResponse.ts';
import type { GetBuyerRequest as _gateway_auth_v1_GetBuyerRequest, GetBuyerRequest__Output as _gateway_auth_v1_GetBuyerRequest__Output } from './gateway/auth/v1/GetBuyerRequest.ts';
import type { GetBuyerResponse as _gateway_auth_v1_GetBuyerResponse, GetBuyerResponse__Output as _gateway_auth_v1_GetBuyerResponse__Output } from './gateway/auth/v1/GetBuyerResponse.ts';
import type { VerifyApiKeyRequest as _gateway_auth_v1_VerifyApiKeyRequest, VerifyApiKeyRequest__Output as _gateway_auth_v1_VerifyApiKeyRequest__Output } from './gateway/auth/v1/VerifyApiKeyRequest.ts';
import type { VerifyApiKeyResponse as _gateway_auth_v1_VerifyApiKeyResponse, VerifyApiKeyResponse__Output as _gateway_auth_v1_VerifyApiKeyResponse__Output } from './gateway/auth/v1/VerifyApiKeyResponse.ts';
import type { VerifyPasswordRequest as _gateway_auth_v1_VerifyPasswordRequest, VerifyPasswordRequest__Output as _gateway_auth_v1_VerifyPasswordRequest__Output } from './gateway/auth/v1/VerifyPasswordRequest.ts';
import type { VerifyPasswordResponse as _gateway_auth_v1_VerifyPasswordResponse, VerifyPasswordResponse__Output as _gateway_auth_v1_VerifyPasswordResponse__Output } from './gateway/auth/v1/VerifyPasswordResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        AccountService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_AccountServiceClient> & { service: _gateway_auth_v1_AccountServiceDefinition }
        EndGrantsRequest: MessageTypeDefinition<_gateway_auth_v1_EndGrantsRequest, _gateway_auth_v1_EndGrantsRequest__Output>
        EndGrantsResponse: MessageTypeDefinition<_gateway_auth_v1_EndGrantsResponse, _gateway_auth_v1_EndGrantsResponse__Output>
        EndedGrant: MessageTypeDefinition<_gateway_auth_v1_EndedGrant, _gateway_auth_v1_EndedGrant__Output>
        GetApiKeyStateRequest: MessageTypeDefinition<_gateway_auth_v1_GetApiKeyStateRequest, _gateway_auth_v1_GetApiKeyStateRequest__Output>
        GetApiKeyStateResponse: MessageTypeDefinition<_gateway_auth_v1_GetApiKeyStateResponse, _gateway_auth_v1_GetApiKeyStateResponse__Output>
        GetBuyerRequest: MessageTypeDefinition<_gateway_auth_v1_GetBuyerRequest, _gateway_auth_v1_GetBuyerRequest__Output>
        GetBuyerResponse: MessageTypeDefinition<_gateway_auth_v1_GetBuyerResponse, _gateway_auth_v1_GetBuyerResponse__Output>
        VerifyApiKeyRequest: MessageTypeDefinition<_gateway_auth_v1_VerifyApiKeyRequest, _gateway_auth_v1_VerifyApiKeyRequest__Output>
        VerifyApiKeyResponse: MessageTypeDefinition<_gateway_auth_v1_VerifyApiKeyResponse, _gateway_auth_v1_VerifyApiKeyResponse__Output>
        VerifyPasswordRequest: MessageTypeDefinition<_gateway_auth_v1_VerifyPasswordRequest, _gateway_auth_v1_VerifyPasswordRequest__Output>
        VerifyPasswordResponse: MessageTypeDefinition<_gateway_auth_v1_VerifyPasswordResponse, _gateway_auth_v1_VerifyPasswordResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


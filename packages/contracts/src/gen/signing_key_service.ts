import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListSigningKeysRequest as _gateway_oauth_v1_ListSigningKeysRequest, ListSigningKeysRequest__Output as _gateway_oauth_v1_ListSigningKeysRequest__Output } from './gateway/oauth/v1/ListSigningKeysRequest.ts';
import type { ListSigningKeysResponse as _gateway_oauth_v1_ListSigningKeysResponse, ListSigningKeysResponse__Output as _gateway_oauth_v1_ListSigningKeysResponse__Output } from './gateway/oauth/v1/ListSigningKeysResponse.ts';
import type { RotateSigningKeyRequest as _gateway_oauth_v1_RotateSigningKeyRequest, RotateSigningKeyRequest__Output as _gateway_oauth_v1_RotateSigningKeyRequest__Output } from './gateway/oauth/v1/RotateSigningKeyRequest.ts';
import type { RotateSigningKeyResponse as _gateway_oauth_v1_RotateSigningKeyResponse, RotateSigningKeyResponse__Output as _gateway_oauth_v1_RotateSigningKeyResponse__Output } from './gateway/oauth/v1/RotateSigningKeyResponse.ts';
import type { SigningKey as _gateway_oauth_v1_SigningKey, SigningKey__Output as _gateway_oauth_v1_SigningKey__Output } from './gateway/oauth/v1/SigningKey.ts';
import type { SigningKeyServiceClient as _gateway_oauth_v1_SigningKeyServiceClient, SigningKeyServiceDefinition as _gateway_oauth_v1_SigningKeyServiceDefinition } from './gateway/oauth/v1/SigningKeyService.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    oauth: {
      v1: {
        ListSigningKeysRequest: MessageTypeDefinition<_gateway_oauth_v1_ListSigningKeysRequest, _gateway_oauth_v1_ListSigningKeysRequest__Output>
        ListSigningKeysResponse: MessageTypeDefinition<_gateway_oauth_v1_ListSigningKeysResponse, _gateway_oauth_v1_ListSigningKeysResponse__Output>
        RotateSigningKeyRequest: MessageTypeDefinition<_gateway_oauth_v1_RotateSigningKeyRequest, _gateway_oauth_v1_RotateSigningKeyRequest__Output>
        RotateSigningKeyResponse: MessageTypeDefinition<_gateway_oauth_v1_RotateSigningKeyResponse, _gateway_oauth_v1_RotateSigningKeyResponse__Output>
        SigningKey: MessageTypeDefinition<_gateway_oauth_v1_SigningKey, _gateway_oauth_v1_SigningKey__Output>
        SigningKeyService: SubtypeConstructor<typeof grpc.Client, _gateway_oauth_v1_SigningKeyServiceClient> & { service: _gateway_oauth_v1_SigningKeyServiceDefinition }
        SigningKeyState: EnumTypeDefinition
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


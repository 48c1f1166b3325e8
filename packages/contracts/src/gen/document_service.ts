import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { DocumentServiceClient as _gateway_oauth_v1_DocumentServiceClient, DocumentServiceDefinition as _gateway_oauth_v1_DocumentServiceDefinition } from './gateway/oauth/v1/DocumentService.ts';
import type { SignDocumentRequest as _gateway_oauth_v1_SignDocumentRequest, SignDocumentRequest__Output as _gateway_oauth_v1_SignDocumentRequest__Output } from './gateway/oauth/v1/SignDocumentRequest.ts';
import type { SignDocumentResponse as _gateway_oauth_v1_SignDocumentResponse, SignDocumentResponse__Output as _gateway_oauth_v1_SignDocumentResponse__Output } from './gateway/oauth/v1/SignDocumentResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    oauth: {
      v1: {
        DocumentKind: EnumTypeDefinition
        DocumentService: SubtypeConstructor<typeof grpc.Client, _gateway_oauth_v1_DocumentServiceClient> & { service: _gateway_oauth_v1_DocumentServiceDefinition }
        SignDocumentRequest: MessageTypeDefinition<_gateway_oauth_v1_SignDocumentRequest, _gateway_oauth_v1_SignDocumentRequest__Output>
        SignDocumentResponse: MessageTypeDefinition<_gateway_oauth_v1_SignDocumentResponse, _gateway_oauth_v1_SignDocumentResponse__Output>
      }
    }
  }
}


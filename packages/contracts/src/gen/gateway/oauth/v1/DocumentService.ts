// Original file: ../../proto/gateway/oauth/v1/document_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SignDocumentRequest as _gateway_oauth_v1_SignDocumentRequest, SignDocumentRequest__Output as _gateway_oauth_v1_SignDocumentRequest__Output } from '../../../gateway/oauth/v1/SignDocumentRequest.ts';
import type { SignDocumentResponse as _gateway_oauth_v1_SignDocumentResponse, SignDocumentResponse__Output as _gateway_oauth_v1_SignDocumentResponse__Output } from '../../../gateway/oauth/v1/SignDocumentResponse.ts';

export interface DocumentServiceClient extends grpc.Client {
  SignDocument(argument: _gateway_oauth_v1_SignDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  SignDocument(argument: _gateway_oauth_v1_SignDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  SignDocument(argument: _gateway_oauth_v1_SignDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  SignDocument(argument: _gateway_oauth_v1_SignDocumentRequest, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  signDocument(argument: _gateway_oauth_v1_SignDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  signDocument(argument: _gateway_oauth_v1_SignDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  signDocument(argument: _gateway_oauth_v1_SignDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  signDocument(argument: _gateway_oauth_v1_SignDocumentRequest, callback: grpc.requestCallback<_gateway_oauth_v1_SignDocumentResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DocumentServiceHandlers extends grpc.UntypedServiceImplementation {
  SignDocument: grpc.handleUnaryCall<_gateway_oauth_v1_SignDocumentRequest__Output, _gateway_oauth_v1_SignDocumentResponse>;
  
}

export interface DocumentServiceDefinition extends grpc.ServiceDefinition {
  SignDocument: MethodDefinition<_gateway_oauth_v1_SignDocumentRequest, _gateway_oauth_v1_SignDocumentResponse, _gateway_oauth_v1_SignDocumentRequest__Output, _gateway_oauth_v1_SignDocumentResponse__Output>
}

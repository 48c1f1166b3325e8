// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListSigningKeysRequest as _gateway_oauth_v1_ListSigningKeysRequest, ListSigningKeysRequest__Output as _gateway_oauth_v1_ListSigningKeysRequest__Output } from '../../../gateway/oauth/v1/ListSigningKeysRequest.ts';
import type { ListSigningKeysResponse as _gateway_oauth_v1_ListSigningKeysResponse, ListSigningKeysResponse__Output as _gateway_oauth_v1_ListSigningKeysResponse__Output } from '../../../gateway/oauth/v1/ListSigningKeysResponse.ts';
import type { RotateSigningKeyRequest as _gateway_oauth_v1_RotateSigningKeyRequest, RotateSigningKeyRequest__Output as _gateway_oauth_v1_RotateSigningKeyRequest__Output } from '../../../gateway/oauth/v1/RotateSigningKeyRequest.ts';
import type { RotateSigningKeyResponse as _gateway_oauth_v1_RotateSigningKeyResponse, RotateSigningKeyResponse__Output as _gateway_oauth_v1_RotateSigningKeyResponse__Output } from '../../../gateway/oauth/v1/RotateSigningKeyResponse.ts';

export interface SigningKeyServiceClient extends grpc.Client {
  ListSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _gateway_oauth_v1_ListSigningKeysRequest, callback: grpc.requestCallback<_gateway_oauth_v1_ListSigningKeysResponse__Output>): grpc.ClientUnaryCall;
  
  RotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateSigningKey(argument: _gateway_oauth_v1_RotateSigningKeyRequest, callback: grpc.requestCallback<_gateway_oauth_v1_RotateSigningKeyResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SigningKeyServiceHandlers extends grpc.UntypedServiceImplementation {
  ListSigningKeys: grpc.handleUnaryCall<_gateway_oauth_v1_ListSigningKeysRequest__Output, _gateway_oauth_v1_ListSigningKeysResponse>;
  
  RotateSigningKey: grpc.handleUnaryCall<_gateway_oauth_v1_RotateSigningKeyRequest__Output, _gateway_oauth_v1_RotateSigningKeyResponse>;
  
}

export interface SigningKeyServiceDefinition extends grpc.ServiceDefinition {
  ListSigningKeys: MethodDefinition<_gateway_oauth_v1_ListSigningKeysRequest, _gateway_oauth_v1_ListSigningKeysResponse, _gateway_oauth_v1_ListSigningKeysRequest__Output, _gateway_oauth_v1_ListSigningKeysResponse__Output>
  RotateSigningKey: MethodDefinition<_gateway_oauth_v1_RotateSigningKeyRequest, _gateway_oauth_v1_RotateSigningKeyResponse, _gateway_oauth_v1_RotateSigningKeyRequest__Output, _gateway_oauth_v1_RotateSigningKeyResponse__Output>
}

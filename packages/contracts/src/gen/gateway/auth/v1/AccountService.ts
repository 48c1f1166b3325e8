// Original file: ../../proto/gateway/auth/v1/account_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EndGrantsRequest as _gateway_auth_v1_EndGrantsRequest, EndGrantsRequest__Output as _gateway_auth_v1_EndGrantsRequest__Output } from '../../../gateway/auth/v1/EndGrantsRequest.ts';
import type { EndGrantsResponse as _gateway_auth_v1_EndGrantsResponse, EndGrantsResponse__Output as _gateway_auth_v1_EndGrantsResponse__Output } from '../../../gateway/auth/v1/EndGrantsResponse.ts';
import type { GetApiKeyStateRequest as _gateway_auth_v1_GetApiKeyStateRequest, GetApiKeyStateRequest__Output as _gateway_auth_v1_GetApiKeyStateRequest__Output } from '../../../gateway/auth/v1/GetApiKeyStateRequest.ts';
import type { GetApiKeyStateResponse as _gateway_auth_v1_GetApiKeyStateResponse, GetApiKeyStateResponse__Output as _gateway_auth_v1_GetApiKeyStateResponse__Output } from '../../../gateway/auth/v1/GetApiKeyStateResponse.ts';
import type { GetBuyerRequest as _gateway_auth_v1_GetBuyerRequest, GetBuyerRequest__Output as _gateway_auth_v1_GetBuyerRequest__Output } from '../../../gateway/auth/v1/GetBuyerRequest.ts';
import type { GetBuyerResponse as _gateway_auth_v1_GetBuyerResponse, GetBuyerResponse__Output as _gateway_auth_v1_GetBuyerResponse__Output } from '../../../gateway/auth/v1/GetBuyerResponse.ts';
import type { VerifyApiKeyRequest as _gateway_auth_v1_VerifyApiKeyRequest, VerifyApiKeyRequest__Output as _gateway_auth_v1_VerifyApiKeyRequest__Output } from '../../../gateway/auth/v1/VerifyApiKeyRequest.ts';
import type { VerifyApiKeyResponse as _gateway_auth_v1_VerifyApiKeyResponse, VerifyApiKeyResponse__Output as _gateway_auth_v1_VerifyApiKeyResponse__Output } from '../../../gateway/auth/v1/VerifyApiKeyResponse.ts';
import type { VerifyPasswordRequest as _gateway_auth_v1_VerifyPasswordRequest, VerifyPasswordRequest__Output as _gateway_auth_v1_VerifyPasswordRequest__Output } from '../../../gateway/auth/v1/VerifyPasswordRequest.ts';
import type { VerifyPasswordResponse as _gateway_auth_v1_VerifyPasswordResponse, VerifyPasswordResponse__Output as _gateway_auth_v1_VerifyPasswordResponse__Output } from '../../../gateway/auth/v1/VerifyPasswordResponse.ts';

export interface AccountServiceClient extends grpc.Client {
  EndGrants(argument: _gateway_auth_v1_EndGrantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  EndGrants(argument: _gateway_auth_v1_EndGrantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  EndGrants(argument: _gateway_auth_v1_EndGrantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  EndGrants(argument: _gateway_auth_v1_EndGrantsRequest, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  endGrants(argument: _gateway_auth_v1_EndGrantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  endGrants(argument: _gateway_auth_v1_EndGrantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  endGrants(argument: _gateway_auth_v1_EndGrantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  endGrants(argument: _gateway_auth_v1_EndGrantsRequest, callback: grpc.requestCallback<_gateway_auth_v1_EndGrantsResponse__Output>): grpc.ClientUnaryCall;
  
  GetApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  GetApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  GetApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  GetApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  getApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  getApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  getApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  getApiKeyState(argument: _gateway_auth_v1_GetApiKeyStateRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetApiKeyStateResponse__Output>): grpc.ClientUnaryCall;
  
  GetBuyer(argument: _gateway_auth_v1_GetBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  GetBuyer(argument: _gateway_auth_v1_GetBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  GetBuyer(argument: _gateway_auth_v1_GetBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  GetBuyer(argument: _gateway_auth_v1_GetBuyerRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  getBuyer(argument: _gateway_auth_v1_GetBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  getBuyer(argument: _gateway_auth_v1_GetBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  getBuyer(argument: _gateway_auth_v1_GetBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  getBuyer(argument: _gateway_auth_v1_GetBuyerRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetBuyerResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  verifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  verifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  verifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  verifyApiKey(argument: _gateway_auth_v1_VerifyApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyApiKeyResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _gateway_auth_v1_VerifyPasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyPasswordResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AccountServiceHandlers extends grpc.UntypedServiceImplementation {
  EndGrants: grpc.handleUnaryCall<_gateway_auth_v1_EndGrantsRequest__Output, _gateway_auth_v1_EndGrantsResponse>;
  
  GetApiKeyState: grpc.handleUnaryCall<_gateway_auth_v1_GetApiKeyStateRequest__Output, _gateway_auth_v1_GetApiKeyStateResponse>;
  
  GetBuyer: grpc.handleUnaryCall<_gateway_auth_v1_GetBuyerRequest__Output, _gateway_auth_v1_GetBuyerResponse>;
  
  VerifyApiKey: grpc.handleUnaryCall<_gateway_auth_v1_VerifyApiKeyRequest__Output, _gateway_auth_v1_VerifyApiKeyResponse>;
  
  VerifyPassword: grpc.handleUnaryCall<_gateway_auth_v1_VerifyPasswordRequest__Output, _gateway_auth_v1_VerifyPasswordResponse>;
  
}

export interface AccountServiceDefinition extends grpc.ServiceDefinition {
  EndGrants: MethodDefinition<_gateway_auth_v1_EndGrantsRequest, _gateway_auth_v1_EndGrantsResponse, _gateway_auth_v1_EndGrantsRequest__Output, _gateway_auth_v1_EndGrantsResponse__Output>
  GetApiKeyState: MethodDefinition<_gateway_auth_v1_GetApiKeyStateRequest, _gateway_auth_v1_GetApiKeyStateResponse, _gateway_auth_v1_GetApiKeyStateRequest__Output, _gateway_auth_v1_GetApiKeyStateResponse__Output>
  GetBuyer: MethodDefinition<_gateway_auth_v1_GetBuyerRequest, _gateway_auth_v1_GetBuyerResponse, _gateway_auth_v1_GetBuyerRequest__Output, _gateway_auth_v1_GetBuyerResponse__Output>
  VerifyApiKey: MethodDefinition<_gateway_auth_v1_VerifyApiKeyRequest, _gateway_auth_v1_VerifyApiKeyResponse, _gateway_auth_v1_VerifyApiKeyRequest__Output, _gateway_auth_v1_VerifyApiKeyResponse__Output>
  VerifyPassword: MethodDefinition<_gateway_auth_v1_VerifyPasswordRequest, _gateway_auth_v1_VerifyPasswordResponse, _gateway_auth_v1_VerifyPasswordRequest__Output, _gateway_auth_v1_VerifyPasswordResponse__Output>
}

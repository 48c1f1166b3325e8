// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyAccountsRequest as _gateway_auth_v1_ApplyAccountsRequest, ApplyAccountsRequest__Output as _gateway_auth_v1_ApplyAccountsRequest__Output } from '../../../gateway/auth/v1/ApplyAccountsRequest.ts';
import type { ApplyAccountsResponse as _gateway_auth_v1_ApplyAccountsResponse, ApplyAccountsResponse__Output as _gateway_auth_v1_ApplyAccountsResponse__Output } from '../../../gateway/auth/v1/ApplyAccountsResponse.ts';
import type { CreateApiKeyRequest as _gateway_auth_v1_CreateApiKeyRequest, CreateApiKeyRequest__Output as _gateway_auth_v1_CreateApiKeyRequest__Output } from '../../../gateway/auth/v1/CreateApiKeyRequest.ts';
import type { CreateApiKeyResponse as _gateway_auth_v1_CreateApiKeyResponse, CreateApiKeyResponse__Output as _gateway_auth_v1_CreateApiKeyResponse__Output } from '../../../gateway/auth/v1/CreateApiKeyResponse.ts';
import type { DeleteBuyerRequest as _gateway_auth_v1_DeleteBuyerRequest, DeleteBuyerRequest__Output as _gateway_auth_v1_DeleteBuyerRequest__Output } from '../../../gateway/auth/v1/DeleteBuyerRequest.ts';
import type { DeleteBuyerResponse as _gateway_auth_v1_DeleteBuyerResponse, DeleteBuyerResponse__Output as _gateway_auth_v1_DeleteBuyerResponse__Output } from '../../../gateway/auth/v1/DeleteBuyerResponse.ts';
import type { ListApiKeysRequest as _gateway_auth_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _gateway_auth_v1_ListApiKeysRequest__Output } from '../../../gateway/auth/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _gateway_auth_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _gateway_auth_v1_ListApiKeysResponse__Output } from '../../../gateway/auth/v1/ListApiKeysResponse.ts';
import type { ListBuyersRequest as _gateway_auth_v1_ListBuyersRequest, ListBuyersRequest__Output as _gateway_auth_v1_ListBuyersRequest__Output } from '../../../gateway/auth/v1/ListBuyersRequest.ts';
import type { ListBuyersResponse as _gateway_auth_v1_ListBuyersResponse, ListBuyersResponse__Output as _gateway_auth_v1_ListBuyersResponse__Output } from '../../../gateway/auth/v1/ListBuyersResponse.ts';
import type { ListKeyMarksRequest as _gateway_auth_v1_ListKeyMarksRequest, ListKeyMarksRequest__Output as _gateway_auth_v1_ListKeyMarksRequest__Output } from '../../../gateway/auth/v1/ListKeyMarksRequest.ts';
import type { ListKeyMarksResponse as _gateway_auth_v1_ListKeyMarksResponse, ListKeyMarksResponse__Output as _gateway_auth_v1_ListKeyMarksResponse__Output } from '../../../gateway/auth/v1/ListKeyMarksResponse.ts';
import type { RevokeApiKeyRequest as _gateway_auth_v1_RevokeApiKeyRequest, RevokeApiKeyRequest__Output as _gateway_auth_v1_RevokeApiKeyRequest__Output } from '../../../gateway/auth/v1/RevokeApiKeyRequest.ts';
import type { RevokeApiKeyResponse as _gateway_auth_v1_RevokeApiKeyResponse, RevokeApiKeyResponse__Output as _gateway_auth_v1_RevokeApiKeyResponse__Output } from '../../../gateway/auth/v1/RevokeApiKeyResponse.ts';
import type { SetApiKeyExpiryRequest as _gateway_auth_v1_SetApiKeyExpiryRequest, SetApiKeyExpiryRequest__Output as _gateway_auth_v1_SetApiKeyExpiryRequest__Output } from '../../../gateway/auth/v1/SetApiKeyExpiryRequest.ts';
import type { SetApiKeyExpiryResponse as _gateway_auth_v1_SetApiKeyExpiryResponse, SetApiKeyExpiryResponse__Output as _gateway_auth_v1_SetApiKeyExpiryResponse__Output } from '../../../gateway/auth/v1/SetApiKeyExpiryResponse.ts';
import type { SetBuyerStatusRequest as _gateway_auth_v1_SetBuyerStatusRequest, SetBuyerStatusRequest__Output as _gateway_auth_v1_SetBuyerStatusRequest__Output } from '../../../gateway/auth/v1/SetBuyerStatusRequest.ts';
import type { SetBuyerStatusResponse as _gateway_auth_v1_SetBuyerStatusResponse, SetBuyerStatusResponse__Output as _gateway_auth_v1_SetBuyerStatusResponse__Output } from '../../../gateway/auth/v1/SetBuyerStatusResponse.ts';

export interface AccountAdminServiceClient extends grpc.Client {
  ApplyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  ApplyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  ApplyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  ApplyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  applyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  applyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  applyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  applyAccounts(argument: _gateway_auth_v1_ApplyAccountsRequest, callback: grpc.requestCallback<_gateway_auth_v1_ApplyAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  CreateApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _gateway_auth_v1_CreateApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_CreateApiKeyResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  DeleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  DeleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  DeleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  deleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  deleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  deleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  deleteBuyer(argument: _gateway_auth_v1_DeleteBuyerRequest, callback: grpc.requestCallback<_gateway_auth_v1_DeleteBuyerResponse__Output>): grpc.ClientUnaryCall;
  
  ListApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _gateway_auth_v1_ListApiKeysRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  
  ListBuyers(argument: _gateway_auth_v1_ListBuyersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  ListBuyers(argument: _gateway_auth_v1_ListBuyersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  ListBuyers(argument: _gateway_auth_v1_ListBuyersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  ListBuyers(argument: _gateway_auth_v1_ListBuyersRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  listBuyers(argument: _gateway_auth_v1_ListBuyersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  listBuyers(argument: _gateway_auth_v1_ListBuyersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  listBuyers(argument: _gateway_auth_v1_ListBuyersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  listBuyers(argument: _gateway_auth_v1_ListBuyersRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListBuyersResponse__Output>): grpc.ClientUnaryCall;
  
  ListKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  ListKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  ListKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  ListKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  listKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  listKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  listKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  listKeyMarks(argument: _gateway_auth_v1_ListKeyMarksRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListKeyMarksResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _gateway_auth_v1_RevokeApiKeyRequest, callback: grpc.requestCallback<_gateway_auth_v1_RevokeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  
  SetApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  SetApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  SetApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  SetApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  setApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  setApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  setApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  setApiKeyExpiry(argument: _gateway_auth_v1_SetApiKeyExpiryRequest, callback: grpc.requestCallback<_gateway_auth_v1_SetApiKeyExpiryResponse__Output>): grpc.ClientUnaryCall;
  
  SetBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  SetBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  SetBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  SetBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  setBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  setBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  setBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  setBuyerStatus(argument: _gateway_auth_v1_SetBuyerStatusRequest, callback: grpc.requestCallback<_gateway_auth_v1_SetBuyerStatusResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AccountAdminServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyAccounts: grpc.handleUnaryCall<_gateway_auth_v1_ApplyAccountsRequest__Output, _gateway_auth_v1_ApplyAccountsResponse>;
  
  CreateApiKey: grpc.handleUnaryCall<_gateway_auth_v1_CreateApiKeyRequest__Output, _gateway_auth_v1_CreateApiKeyResponse>;
  
  DeleteBuyer: grpc.handleUnaryCall<_gateway_auth_v1_DeleteBuyerRequest__Output, _gateway_auth_v1_DeleteBuyerResponse>;
  
  ListApiKeys: grpc.handleUnaryCall<_gateway_auth_v1_ListApiKeysRequest__Output, _gateway_auth_v1_ListApiKeysResponse>;
  
  ListBuyers: grpc.handleUnaryCall<_gateway_auth_v1_ListBuyersRequest__Output, _gateway_auth_v1_ListBuyersResponse>;
  
  ListKeyMarks: grpc.handleUnaryCall<_gateway_auth_v1_ListKeyMarksRequest__Output, _gateway_auth_v1_ListKeyMarksResponse>;
  
  RevokeApiKey: grpc.handleUnaryCall<_gateway_auth_v1_RevokeApiKeyRequest__Output, _gateway_auth_v1_RevokeApiKeyResponse>;
  
  SetApiKeyExpiry: grpc.handleUnaryCall<_gateway_auth_v1_SetApiKeyExpiryRequest__Output, _gateway_auth_v1_SetApiKeyExpiryResponse>;
  
  SetBuyerStatus: grpc.handleUnaryCall<_gateway_auth_v1_SetBuyerStatusRequest__Output, _gateway_auth_v1_SetBuyerStatusResponse>;
  
}

export interface AccountAdminServiceDefinition extends grpc.ServiceDefinition {
  ApplyAccounts: MethodDefinition<_gateway_auth_v1_ApplyAccountsRequest, _gateway_auth_v1_ApplyAccountsResponse, _gateway_auth_v1_ApplyAccountsRequest__Output, _gateway_auth_v1_ApplyAccountsResponse__Output>
  CreateApiKey: MethodDefinition<_gateway_auth_v1_CreateApiKeyRequest, _gateway_auth_v1_CreateApiKeyResponse, _gateway_auth_v1_CreateApiKeyRequest__Output, _gateway_auth_v1_CreateApiKeyResponse__Output>
  DeleteBuyer: MethodDefinition<_gateway_auth_v1_DeleteBuyerRequest, _gateway_auth_v1_DeleteBuyerResponse, _gateway_auth_v1_DeleteBuyerRequest__Output, _gateway_auth_v1_DeleteBuyerResponse__Output>
  ListApiKeys: MethodDefinition<_gateway_auth_v1_ListApiKeysRequest, _gateway_auth_v1_ListApiKeysResponse, _gateway_auth_v1_ListApiKeysRequest__Output, _gateway_auth_v1_ListApiKeysResponse__Output>
  ListBuyers: MethodDefinition<_gateway_auth_v1_ListBuyersRequest, _gateway_auth_v1_ListBuyersResponse, _gateway_auth_v1_ListBuyersRequest__Output, _gateway_auth_v1_ListBuyersResponse__Output>
  ListKeyMarks: MethodDefinition<_gateway_auth_v1_ListKeyMarksRequest, _gateway_auth_v1_ListKeyMarksResponse, _gateway_auth_v1_ListKeyMarksRequest__Output, _gateway_auth_v1_ListKeyMarksResponse__Output>
  RevokeApiKey: MethodDefinition<_gateway_auth_v1_RevokeApiKeyRequest, _gateway_auth_v1_RevokeApiKeyResponse, _gateway_auth_v1_RevokeApiKeyRequest__Output, _gateway_auth_v1_RevokeApiKeyResponse__Output>
  SetApiKeyExpiry: MethodDefinition<_gateway_auth_v1_SetApiKeyExpiryRequest, _gateway_auth_v1_SetApiKeyExpiryResponse, _gateway_auth_v1_SetApiKeyExpiryRequest__Output, _gateway_auth_v1_SetApiKeyExpiryResponse__Output>
  SetBuyerStatus: MethodDefinition<_gateway_auth_v1_SetBuyerStatusRequest, _gateway_auth_v1_SetBuyerStatusResponse, _gateway_auth_v1_SetBuyerStatusRequest__Output, _gateway_auth_v1_SetBuyerStatusResponse__Output>
}

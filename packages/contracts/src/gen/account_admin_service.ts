import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountAdminServiceClient as _gateway_auth_v1_AccountAdminServiceClient, AccountAdminServiceDefinition as _gateway_auth_v1_AccountAdminServiceDefinition } from './gateway/auth/v1/AccountAdminService.ts';
import type { ApiKey as _gateway_auth_v1_ApiKey, ApiKey__Output as _gateway_auth_v1_ApiKey__Output } from './gateway/auth/v1/ApiKey.ts';
import type { ApiKeyEntry as _gateway_auth_v1_ApiKeyEntry, ApiKeyEntry__Output as _gateway_auth_v1_ApiKeyEntry__Output } from './gateway/auth/v1/ApiKeyEntry.ts';
import type { AppliedBuyer as _gateway_auth_v1_AppliedBuyer, AppliedBuyer__Output as _gateway_auth_v1_AppliedBuyer__Output } from './gateway/auth/v1/AppliedBuyer.ts';
import type { AppliedKey as _gateway_auth_v1_AppliedKey, AppliedKey__Output as _gateway_auth_v1_AppliedKey__Output } from './gateway/auth/v1/AppliedKey.ts';
import type { ApplyAccountsRequest as _gateway_auth_v1_ApplyAccountsRequest, ApplyAccountsRequest__Output as _gateway_auth_v1_ApplyAccountsRequest__Output } from './gateway/auth/v1/ApplyAccountsRequest.ts';
import type { ApplyAccountsResponse as _gateway_auth_v1_ApplyAccountsResponse, ApplyAccountsResponse__Output as _gateway_auth_v1_ApplyAccountsResponse__Output } from './gateway/auth/v1/ApplyAccountsResponse.ts';
import type { BuyerEntry as _gateway_auth_v1_BuyerEntry, BuyerEntry__Output as _gateway_auth_v1_BuyerEntry__Output } from './gateway/auth/v1/BuyerEntry.ts';
import type { BuyerSummary as _gateway_auth_v1_BuyerSummary, BuyerSummary__Output as _gateway_auth_v1_BuyerSummary__Output } from './gateway/auth/v1/BuyerSummary.ts';
import type { CreateApiKeyRequest as _gateway_auth_v1_CreateApiKeyRequest, CreateApiKeyRequest__Output as _gateway_auth_v1_CreateApiKeyRequest__Output } from './gateway/auth/v1/CreateApiKeyRequest.ts';
import type { CreateApiKeyResponse as _gateway_auth_v1_CreateApiKeyResponse, CreateApiKeyResponse__Output as _gateway_auth_v1_CreateApiKeyResponse__Output } from './gateway/auth/v1/CreateApiKeyResponse.ts';
import type { DeleteBuyerRequest as _gateway_auth_v1_DeleteBuyerRequest, DeleteBuyerRequest__Output as _gateway_auth_v1_DeleteBuyerRequest__Output } from './gateway/auth/v1/DeleteBuyerRequest.ts';
import type { DeleteBuyerResponse as _gateway_auth_v1_DeleteBuyerResponse, DeleteBuyerResponse__Output as _gateway_auth_v1_DeleteBuyerResponse__Output } from './gateway/auth/v1/DeleteBuyerResponse.ts';
import type { GeneratedKey as _gateway_auth_v1_GeneratedKey, GeneratedKey__Output as _gateway_auth_v1_GeneratedKey__Output } from './gateway/auth/v1/GeneratedKey.ts';
import type { KeyMark as _gateway_auth_v1_KeyMark, KeyMark__Output as _gateway_auth_v1_KeyMark__Output } from './gateway/auth/v1/KeyMark.ts';
import type { ListApiKeysRequest as _gateway_auth_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _gateway_auth_v1_ListApiKeysRequest__Output } from './gateway/auth/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _gateway_auth_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _gateway_auth_v1_ListApiKeysResponse__Output } from './gateway/auth/v1/ListApiKeysResponse.ts';
import type { ListBuyersRequest as _gateway_auth_v1_ListBuyersRequest, ListBuyersRequest__Output as _gateway_auth_v1_ListBuyersRequest__Output } from './gateway/auth/v1/ListBuyersRequest.ts';
import type { ListBuyersResponse as _gateway_auth_v1_ListBuyersResponse, ListBuyersResponse__Output as _gateway_auth_v1_ListBuyersResponse__Output } from './gateway/auth/v1/ListBuyersResponse.ts';
import type { ListKeyMarksRequest as _gateway_auth_v1_ListKeyMarksRequest, ListKeyMarksRequest__Output as _gateway_auth_v1_ListKeyMarksRequest__Output } from './gateway/auth/v1/ListKeyMarksRequest.ts';
import type { ListKeyMarksResponse as _gateway_auth_v1_ListKeyMarksResponse, ListKeyMarksResponse__Output as _gateway_auth_v1_ListKeyMarksResponse__Output } from './gateway/auth/v1/ListKeyMarksResponse.ts';
import type { PublisherLogin as _gateway_auth_v1_PublisherLogin, PublisherLogin__Output as _gateway_auth_v1_PublisherLogin__Output } from './gateway/auth/v1/PublisherLogin.ts';
import type { RevokeApiKeyRequest as _gateway_auth_v1_RevokeApiKeyRequest, RevokeApiKeyRequest__Output as _gateway_auth_v1_RevokeApiKeyRequest__Output } from './gateway/auth/v1/RevokeApiKeyRequest.ts';
import type { RevokeApiKeyResponse as _gateway_auth_v1_RevokeApiKeyResponse, RevokeApiKeyResponse__Output as _gateway_auth_v1_RevokeApiKeyResponse__Output } from './gateway/auth/v1/RevokeApiKeyResponse.ts';
import type { SetApiKeyExpiryRequest as _gateway_auth_v1_SetApiKeyExpiryRequest, SetApiKeyExpiryRequest__Output as _gateway_auth_v1_SetApiKeyExpiryRequest__Output } from './gateway/auth/v1/SetApiKeyExpiryRequest.ts';
import type { SetApiKeyExpiryResponse as _gateway_auth_v1_SetApiKeyExpiryResponse, SetApiKeyExpiryResponse__Output as _gateway_auth_v1_SetApiKeyExpiryResponse__Output } from './gateway/auth/v1/SetApiKeyExpiryResponse.ts';
import type { SetBuyerStatusRequest as _gateway_auth_v1_SetBuyerStatusRequest, SetBuyerStatusRequest__Output as _gateway_auth_v1_SetBuyerStatusRequest__Output } from './gateway/auth/v1/SetBuyerStatusRequest.ts';
import type { SetBuyerStatusResponse as _gateway_auth_v1_SetBuyerStatusResponse, SetBuyerStatusResponse__Output as _gateway_auth_v1_SetBuyerStatusResponse__Output } from './gateway/auth/v1/SetBuyerStatusResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        AccountAdminService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_AccountAdminServiceClient> & { service: _gateway_auth_v1_AccountAdminServiceDefinition }
        ApiKey: MessageTypeDefinition<_gateway_auth_v1_ApiKey, _gateway_auth_v1_ApiKey__Output>
        ApiKeyEntry: MessageTypeDefinition<_gateway_auth_v1_ApiKeyEntry, _gateway_auth_v1_ApiKeyEntry__Output>
        AppliedBuyer: MessageTypeDefinition<_gateway_auth_v1_AppliedBuyer, _gateway_auth_v1_AppliedBuyer__Output>
        AppliedKey: MessageTypeDefinition<_gateway_auth_v1_AppliedKey, _gateway_auth_v1_AppliedKey__Output>
        ApplyAccountsRequest: MessageTypeDefinition<_gateway_auth_v1_ApplyAccountsRequest, _gateway_auth_v1_ApplyAccountsRequest__Output>
        ApplyAccountsResponse: MessageTypeDefinition<_gateway_auth_v1_ApplyAccountsResponse, _gateway_auth_v1_ApplyAccountsResponse__Output>
        BuyerEntry: MessageTypeDefinition<_gateway_auth_v1_BuyerEntry, _gateway_auth_v1_BuyerEntry__Output>
        BuyerSummary: MessageTypeDefinition<_gateway_auth_v1_BuyerSummary, _gateway_auth_v1_BuyerSummary__Output>
        CreateApiKeyRequest: MessageTypeDefinition<_gateway_auth_v1_CreateApiKeyRequest, _gateway_auth_v1_CreateApiKeyRequest__Output>
        CreateApiKeyResponse: MessageTypeDefinition<_gateway_auth_v1_CreateApiKeyResponse, _gateway_auth_v1_CreateApiKeyResponse__Output>
        DeleteBuyerRequest: MessageTypeDefinition<_gateway_auth_v1_DeleteBuyerRequest, _gateway_auth_v1_DeleteBuyerRequest__Output>
        DeleteBuyerResponse: MessageTypeDefinition<_gateway_auth_v1_DeleteBuyerResponse, _gateway_auth_v1_DeleteBuyerResponse__Output>
        GeneratedKey: MessageTypeDefinition<_gateway_auth_v1_GeneratedKey, _gateway_auth_v1_GeneratedKey__Output>
        KeyMark: MessageTypeDefinition<_gateway_auth_v1_KeyMark, _gateway_auth_v1_KeyMark__Output>
        ListApiKeysRequest: MessageTypeDefinition<_gateway_auth_v1_ListApiKeysRequest, _gateway_auth_v1_ListApiKeysRequest__Output>
        ListApiKeysResponse: MessageTypeDefinition<_gateway_auth_v1_ListApiKeysResponse, _gateway_auth_v1_ListApiKeysResponse__Output>
        ListBuyersRequest: MessageTypeDefinition<_gateway_auth_v1_ListBuyersRequest, _gateway_auth_v1_ListBuyersRequest__Output>
        ListBuyersResponse: MessageTypeDefinition<_gateway_auth_v1_ListBuyersResponse, _gateway_auth_v1_ListBuyersResponse__Output>
        ListKeyMarksRequest: MessageTypeDefinition<_gateway_auth_v1_ListKeyMarksRequest, _gateway_auth_v1_ListKeyMarksRequest__Output>
        ListKeyMarksResponse: MessageTypeDefinition<_gateway_auth_v1_ListKeyMarksResponse, _gateway_auth_v1_ListKeyMarksResponse__Output>
        PublisherLogin: MessageTypeDefinition<_gateway_auth_v1_PublisherLogin, _gateway_auth_v1_PublisherLogin__Output>
        RevokeApiKeyRequest: MessageTypeDefinition<_gateway_auth_v1_RevokeApiKeyRequest, _gateway_auth_v1_RevokeApiKeyRequest__Output>
        RevokeApiKeyResponse: MessageTypeDefinition<_gateway_auth_v1_RevokeApiKeyResponse, _gateway_auth_v1_RevokeApiKeyResponse__Output>
        SetApiKeyExpiryRequest: MessageTypeDefinition<_gateway_auth_v1_SetApiKeyExpiryRequest, _gateway_auth_v1_SetApiKeyExpiryRequest__Output>
        SetApiKeyExpiryResponse: MessageTypeDefinition<_gateway_auth_v1_SetApiKeyExpiryResponse, _gateway_auth_v1_SetApiKeyExpiryResponse__Output>
        SetBuyerStatusRequest: MessageTypeDefinition<_gateway_auth_v1_SetBuyerStatusRequest, _gateway_auth_v1_SetBuyerStatusRequest__Output>
        SetBuyerStatusResponse: MessageTypeDefinition<_gateway_auth_v1_SetBuyerStatusResponse, _gateway_auth_v1_SetBuyerStatusResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


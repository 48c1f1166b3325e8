// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyCatalogRequest as _gateway_billing_v1_ApplyCatalogRequest, ApplyCatalogRequest__Output as _gateway_billing_v1_ApplyCatalogRequest__Output } from '../../../gateway/billing/v1/ApplyCatalogRequest.ts';
import type { ApplyCatalogResponse as _gateway_billing_v1_ApplyCatalogResponse, ApplyCatalogResponse__Output as _gateway_billing_v1_ApplyCatalogResponse__Output } from '../../../gateway/billing/v1/ApplyCatalogResponse.ts';
import type { ListPublishersRequest as _gateway_billing_v1_ListPublishersRequest, ListPublishersRequest__Output as _gateway_billing_v1_ListPublishersRequest__Output } from '../../../gateway/billing/v1/ListPublishersRequest.ts';
import type { ListPublishersResponse as _gateway_billing_v1_ListPublishersResponse, ListPublishersResponse__Output as _gateway_billing_v1_ListPublishersResponse__Output } from '../../../gateway/billing/v1/ListPublishersResponse.ts';
import type { SetPublisherStatusRequest as _gateway_billing_v1_SetPublisherStatusRequest, SetPublisherStatusRequest__Output as _gateway_billing_v1_SetPublisherStatusRequest__Output } from '../../../gateway/billing/v1/SetPublisherStatusRequest.ts';
import type { SetPublisherStatusResponse as _gateway_billing_v1_SetPublisherStatusResponse, SetPublisherStatusResponse__Output as _gateway_billing_v1_SetPublisherStatusResponse__Output } from '../../../gateway/billing/v1/SetPublisherStatusResponse.ts';

export interface CatalogAdminServiceClient extends grpc.Client {
  ApplyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  ApplyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  ApplyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  ApplyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  applyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  applyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  applyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  applyCatalog(argument: _gateway_billing_v1_ApplyCatalogRequest, callback: grpc.requestCallback<_gateway_billing_v1_ApplyCatalogResponse__Output>): grpc.ClientUnaryCall;
  
  ListPublishers(argument: _gateway_billing_v1_ListPublishersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  ListPublishers(argument: _gateway_billing_v1_ListPublishersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  ListPublishers(argument: _gateway_billing_v1_ListPublishersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  ListPublishers(argument: _gateway_billing_v1_ListPublishersRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  listPublishers(argument: _gateway_billing_v1_ListPublishersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  listPublishers(argument: _gateway_billing_v1_ListPublishersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  listPublishers(argument: _gateway_billing_v1_ListPublishersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  listPublishers(argument: _gateway_billing_v1_ListPublishersRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPublishersResponse__Output>): grpc.ClientUnaryCall;
  
  SetPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  setPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  setPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  setPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  setPublisherStatus(argument: _gateway_billing_v1_SetPublisherStatusRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherStatusResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CatalogAdminServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyCatalog: grpc.handleUnaryCall<_gateway_billing_v1_ApplyCatalogRequest__Output, _gateway_billing_v1_ApplyCatalogResponse>;
  
  ListPublishers: grpc.handleUnaryCall<_gateway_billing_v1_ListPublishersRequest__Output, _gateway_billing_v1_ListPublishersResponse>;
  
  SetPublisherStatus: grpc.handleUnaryCall<_gateway_billing_v1_SetPublisherStatusRequest__Output, _gateway_billing_v1_SetPublisherStatusResponse>;
  
}

export interface CatalogAdminServiceDefinition extends grpc.ServiceDefinition {
  ApplyCatalog: MethodDefinition<_gateway_billing_v1_ApplyCatalogRequest, _gateway_billing_v1_ApplyCatalogResponse, _gateway_billing_v1_ApplyCatalogRequest__Output, _gateway_billing_v1_ApplyCatalogResponse__Output>
  ListPublishers: MethodDefinition<_gateway_billing_v1_ListPublishersRequest, _gateway_billing_v1_ListPublishersResponse, _gateway_billing_v1_ListPublishersRequest__Output, _gateway_billing_v1_ListPublishersResponse__Output>
  SetPublisherStatus: MethodDefinition<_gateway_billing_v1_SetPublisherStatusRequest, _gateway_billing_v1_SetPublisherStatusResponse, _gateway_billing_v1_SetPublisherStatusRequest__Output, _gateway_billing_v1_SetPublisherStatusResponse__Output>
}

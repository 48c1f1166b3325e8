// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetListingRequest as _gateway_billing_v1_GetListingRequest, GetListingRequest__Output as _gateway_billing_v1_GetListingRequest__Output } from '../../../gateway/billing/v1/GetListingRequest.ts';
import type { GetListingResponse as _gateway_billing_v1_GetListingResponse, GetListingResponse__Output as _gateway_billing_v1_GetListingResponse__Output } from '../../../gateway/billing/v1/GetListingResponse.ts';
import type { ListListingsRequest as _gateway_billing_v1_ListListingsRequest, ListListingsRequest__Output as _gateway_billing_v1_ListListingsRequest__Output } from '../../../gateway/billing/v1/ListListingsRequest.ts';
import type { ListListingsResponse as _gateway_billing_v1_ListListingsResponse, ListListingsResponse__Output as _gateway_billing_v1_ListListingsResponse__Output } from '../../../gateway/billing/v1/ListListingsResponse.ts';

export interface CatalogServiceClient extends grpc.Client {
  GetListing(argument: _gateway_billing_v1_GetListingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  GetListing(argument: _gateway_billing_v1_GetListingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  GetListing(argument: _gateway_billing_v1_GetListingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  GetListing(argument: _gateway_billing_v1_GetListingRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  getListing(argument: _gateway_billing_v1_GetListingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  getListing(argument: _gateway_billing_v1_GetListingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  getListing(argument: _gateway_billing_v1_GetListingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  getListing(argument: _gateway_billing_v1_GetListingRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetListingResponse__Output>): grpc.ClientUnaryCall;
  
  ListListings(argument: _gateway_billing_v1_ListListingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  ListListings(argument: _gateway_billing_v1_ListListingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  ListListings(argument: _gateway_billing_v1_ListListingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  ListListings(argument: _gateway_billing_v1_ListListingsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  listListings(argument: _gateway_billing_v1_ListListingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  listListings(argument: _gateway_billing_v1_ListListingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  listListings(argument: _gateway_billing_v1_ListListingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  listListings(argument: _gateway_billing_v1_ListListingsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListListingsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CatalogServiceHandlers extends grpc.UntypedServiceImplementation {
  GetListing: grpc.handleUnaryCall<_gateway_billing_v1_GetListingRequest__Output, _gateway_billing_v1_GetListingResponse>;
  
  ListListings: grpc.handleUnaryCall<_gateway_billing_v1_ListListingsRequest__Output, _gateway_billing_v1_ListListingsResponse>;
  
}

export interface CatalogServiceDefinition extends grpc.ServiceDefinition {
  GetListing: MethodDefinition<_gateway_billing_v1_GetListingRequest, _gateway_billing_v1_GetListingResponse, _gateway_billing_v1_GetListingRequest__Output, _gateway_billing_v1_GetListingResponse__Output>
  ListListings: MethodDefinition<_gateway_billing_v1_ListListingsRequest, _gateway_billing_v1_ListListingsResponse, _gateway_billing_v1_ListListingsRequest__Output, _gateway_billing_v1_ListListingsResponse__Output>
}

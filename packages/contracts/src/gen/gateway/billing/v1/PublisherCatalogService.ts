// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeletePublisherAppRequest as _gateway_billing_v1_DeletePublisherAppRequest, DeletePublisherAppRequest__Output as _gateway_billing_v1_DeletePublisherAppRequest__Output } from '../../../gateway/billing/v1/DeletePublisherAppRequest.ts';
import type { DeletePublisherAppResponse as _gateway_billing_v1_DeletePublisherAppResponse, DeletePublisherAppResponse__Output as _gateway_billing_v1_DeletePublisherAppResponse__Output } from '../../../gateway/billing/v1/DeletePublisherAppResponse.ts';
import type { GetProbeCredentialRequest as _gateway_billing_v1_GetProbeCredentialRequest, GetProbeCredentialRequest__Output as _gateway_billing_v1_GetProbeCredentialRequest__Output } from '../../../gateway/billing/v1/GetProbeCredentialRequest.ts';
import type { GetProbeCredentialResponse as _gateway_billing_v1_GetProbeCredentialResponse, GetProbeCredentialResponse__Output as _gateway_billing_v1_GetProbeCredentialResponse__Output } from '../../../gateway/billing/v1/GetProbeCredentialResponse.ts';
import type { GetPublisherAppRequest as _gateway_billing_v1_GetPublisherAppRequest, GetPublisherAppRequest__Output as _gateway_billing_v1_GetPublisherAppRequest__Output } from '../../../gateway/billing/v1/GetPublisherAppRequest.ts';
import type { GetPublisherAppResponse as _gateway_billing_v1_GetPublisherAppResponse, GetPublisherAppResponse__Output as _gateway_billing_v1_GetPublisherAppResponse__Output } from '../../../gateway/billing/v1/GetPublisherAppResponse.ts';
import type { GetPublisherRequest as _gateway_billing_v1_GetPublisherRequest, GetPublisherRequest__Output as _gateway_billing_v1_GetPublisherRequest__Output } from '../../../gateway/billing/v1/GetPublisherRequest.ts';
import type { GetPublisherResponse as _gateway_billing_v1_GetPublisherResponse, GetPublisherResponse__Output as _gateway_billing_v1_GetPublisherResponse__Output } from '../../../gateway/billing/v1/GetPublisherResponse.ts';
import type { ListPublisherAppsRequest as _gateway_billing_v1_ListPublisherAppsRequest, ListPublisherAppsRequest__Output as _gateway_billing_v1_ListPublisherAppsRequest__Output } from '../../../gateway/billing/v1/ListPublisherAppsRequest.ts';
import type { ListPublisherAppsResponse as _gateway_billing_v1_ListPublisherAppsResponse, ListPublisherAppsResponse__Output as _gateway_billing_v1_ListPublisherAppsResponse__Output } from '../../../gateway/billing/v1/ListPublisherAppsResponse.ts';
import type { PutPublisherAppRequest as _gateway_billing_v1_PutPublisherAppRequest, PutPublisherAppRequest__Output as _gateway_billing_v1_PutPublisherAppRequest__Output } from '../../../gateway/billing/v1/PutPublisherAppRequest.ts';
import type { PutPublisherAppResponse as _gateway_billing_v1_PutPublisherAppResponse, PutPublisherAppResponse__Output as _gateway_billing_v1_PutPublisherAppResponse__Output } from '../../../gateway/billing/v1/PutPublisherAppResponse.ts';
import type { RegisterPublisherRequest as _gateway_billing_v1_RegisterPublisherRequest, RegisterPublisherRequest__Output as _gateway_billing_v1_RegisterPublisherRequest__Output } from '../../../gateway/billing/v1/RegisterPublisherRequest.ts';
import type { RegisterPublisherResponse as _gateway_billing_v1_RegisterPublisherResponse, RegisterPublisherResponse__Output as _gateway_billing_v1_RegisterPublisherResponse__Output } from '../../../gateway/billing/v1/RegisterPublisherResponse.ts';
import type { RehearsePricesRequest as _gateway_billing_v1_RehearsePricesRequest, RehearsePricesRequest__Output as _gateway_billing_v1_RehearsePricesRequest__Output } from '../../../gateway/billing/v1/RehearsePricesRequest.ts';
import type { RehearsePricesResponse as _gateway_billing_v1_RehearsePricesResponse, RehearsePricesResponse__Output as _gateway_billing_v1_RehearsePricesResponse__Output } from '../../../gateway/billing/v1/RehearsePricesResponse.ts';
import type { SaveAppListingRequest as _gateway_billing_v1_SaveAppListingRequest, SaveAppListingRequest__Output as _gateway_billing_v1_SaveAppListingRequest__Output } from '../../../gateway/billing/v1/SaveAppListingRequest.ts';
import type { SaveAppListingResponse as _gateway_billing_v1_SaveAppListingResponse, SaveAppListingResponse__Output as _gateway_billing_v1_SaveAppListingResponse__Output } from '../../../gateway/billing/v1/SaveAppListingResponse.ts';
import type { SetPublisherCredentialRequest as _gateway_billing_v1_SetPublisherCredentialRequest, SetPublisherCredentialRequest__Output as _gateway_billing_v1_SetPublisherCredentialRequest__Output } from '../../../gateway/billing/v1/SetPublisherCredentialRequest.ts';
import type { SetPublisherCredentialResponse as _gateway_billing_v1_SetPublisherCredentialResponse, SetPublisherCredentialResponse__Output as _gateway_billing_v1_SetPublisherCredentialResponse__Output } from '../../../gateway/billing/v1/SetPublisherCredentialResponse.ts';

export interface PublisherCatalogServiceClient extends grpc.Client {
  DeletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  DeletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  DeletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  DeletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  deletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  deletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  deletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  deletePublisherApp(argument: _gateway_billing_v1_DeletePublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_DeletePublisherAppResponse__Output>): grpc.ClientUnaryCall;
  
  GetProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  GetProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  GetProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  GetProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  getProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  getProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  getProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  getProbeCredential(argument: _gateway_billing_v1_GetProbeCredentialRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetProbeCredentialResponse__Output>): grpc.ClientUnaryCall;
  
  GetPublisher(argument: _gateway_billing_v1_GetPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  GetPublisher(argument: _gateway_billing_v1_GetPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  GetPublisher(argument: _gateway_billing_v1_GetPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  GetPublisher(argument: _gateway_billing_v1_GetPublisherRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  getPublisher(argument: _gateway_billing_v1_GetPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  getPublisher(argument: _gateway_billing_v1_GetPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  getPublisher(argument: _gateway_billing_v1_GetPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  getPublisher(argument: _gateway_billing_v1_GetPublisherRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherResponse__Output>): grpc.ClientUnaryCall;
  
  GetPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  GetPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  GetPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  GetPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  getPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  getPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  getPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  getPublisherApp(argument: _gateway_billing_v1_GetPublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  
  ListPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  ListPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  ListPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  ListPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  listPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  listPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  listPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  listPublisherApps(argument: _gateway_billing_v1_ListPublisherAppsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPublisherAppsResponse__Output>): grpc.ClientUnaryCall;
  
  PutPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  PutPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  PutPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  PutPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  putPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  putPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  putPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  putPublisherApp(argument: _gateway_billing_v1_PutPublisherAppRequest, callback: grpc.requestCallback<_gateway_billing_v1_PutPublisherAppResponse__Output>): grpc.ClientUnaryCall;
  
  RegisterPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  RegisterPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  RegisterPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  RegisterPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  registerPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  registerPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  registerPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  registerPublisher(argument: _gateway_billing_v1_RegisterPublisherRequest, callback: grpc.requestCallback<_gateway_billing_v1_RegisterPublisherResponse__Output>): grpc.ClientUnaryCall;
  
  RehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  RehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  RehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  RehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  rehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  rehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  rehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  rehearsePrices(argument: _gateway_billing_v1_RehearsePricesRequest, callback: grpc.requestCallback<_gateway_billing_v1_RehearsePricesResponse__Output>): grpc.ClientUnaryCall;
  
  SaveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  SaveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  SaveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  SaveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  saveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  saveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  saveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  saveAppListing(argument: _gateway_billing_v1_SaveAppListingRequest, callback: grpc.requestCallback<_gateway_billing_v1_SaveAppListingResponse__Output>): grpc.ClientUnaryCall;
  
  SetPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  SetPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  setPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  setPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  setPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  setPublisherCredential(argument: _gateway_billing_v1_SetPublisherCredentialRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetPublisherCredentialResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PublisherCatalogServiceHandlers extends grpc.UntypedServiceImplementation {
  DeletePublisherApp: grpc.handleUnaryCall<_gateway_billing_v1_DeletePublisherAppRequest__Output, _gateway_billing_v1_DeletePublisherAppResponse>;
  
  GetProbeCredential: grpc.handleUnaryCall<_gateway_billing_v1_GetProbeCredentialRequest__Output, _gateway_billing_v1_GetProbeCredentialResponse>;
  
  GetPublisher: grpc.handleUnaryCall<_gateway_billing_v1_GetPublisherRequest__Output, _gateway_billing_v1_GetPublisherResponse>;
  
  GetPublisherApp: grpc.handleUnaryCall<_gateway_billing_v1_GetPublisherAppRequest__Output, _gateway_billing_v1_GetPublisherAppResponse>;
  
  ListPublisherApps: grpc.handleUnaryCall<_gateway_billing_v1_ListPublisherAppsRequest__Output, _gateway_billing_v1_ListPublisherAppsResponse>;
  
  PutPublisherApp: grpc.handleUnaryCall<_gateway_billing_v1_PutPublisherAppRequest__Output, _gateway_billing_v1_PutPublisherAppResponse>;
  
  RegisterPublisher: grpc.handleUnaryCall<_gateway_billing_v1_RegisterPublisherRequest__Output, _gateway_billing_v1_RegisterPublisherResponse>;
  
  RehearsePrices: grpc.handleUnaryCall<_gateway_billing_v1_RehearsePricesRequest__Output, _gateway_billing_v1_RehearsePricesResponse>;
  
  SaveAppListing: grpc.handleUnaryCall<_gateway_billing_v1_SaveAppListingRequest__Output, _gateway_billing_v1_SaveAppListingResponse>;
  
  SetPublisherCredential: grpc.handleUnaryCall<_gateway_billing_v1_SetPublisherCredentialRequest__Output, _gateway_billing_v1_SetPublisherCredentialResponse>;
  
}

export interface PublisherCatalogServiceDefinition extends grpc.ServiceDefinition {
  DeletePublisherApp: MethodDefinition<_gateway_billing_v1_DeletePublisherAppRequest, _gateway_billing_v1_DeletePublisherAppResponse, _gateway_billing_v1_DeletePublisherAppRequest__Output, _gateway_billing_v1_DeletePublisherAppResponse__Output>
  GetProbeCredential: MethodDefinition<_gateway_billing_v1_GetProbeCredentialRequest, _gateway_billing_v1_GetProbeCredentialResponse, _gateway_billing_v1_GetProbeCredentialRequest__Output, _gateway_billing_v1_GetProbeCredentialResponse__Output>
  GetPublisher: MethodDefinition<_gateway_billing_v1_GetPublisherRequest, _gateway_billing_v1_GetPublisherResponse, _gateway_billing_v1_GetPublisherRequest__Output, _gateway_billing_v1_GetPublisherResponse__Output>
  GetPublisherApp: MethodDefinition<_gateway_billing_v1_GetPublisherAppRequest, _gateway_billing_v1_GetPublisherAppResponse, _gateway_billing_v1_GetPublisherAppRequest__Output, _gateway_billing_v1_GetPublisherAppResponse__Output>
  ListPublisherApps: MethodDefinition<_gateway_billing_v1_ListPublisherAppsRequest, _gateway_billing_v1_ListPublisherAppsResponse, _gateway_billing_v1_ListPublisherAppsRequest__Output, _gateway_billing_v1_ListPublisherAppsResponse__Output>
  PutPublisherApp: MethodDefinition<_gateway_billing_v1_PutPublisherAppRequest, _gateway_billing_v1_PutPublisherAppResponse, _gateway_billing_v1_PutPublisherAppRequest__Output, _gateway_billing_v1_PutPublisherAppResponse__Output>
  RegisterPublisher: MethodDefinition<_gateway_billing_v1_RegisterPublisherRequest, _gateway_billing_v1_RegisterPublisherResponse, _gateway_billing_v1_RegisterPublisherRequest__Output, _gateway_billing_v1_RegisterPublisherResponse__Output>
  RehearsePrices: MethodDefinition<_gateway_billing_v1_RehearsePricesRequest, _gateway_billing_v1_RehearsePricesResponse, _gateway_billing_v1_RehearsePricesRequest__Output, _gateway_billing_v1_RehearsePricesResponse__Output>
  SaveAppListing: MethodDefinition<_gateway_billing_v1_SaveAppListingRequest, _gateway_billing_v1_SaveAppListingResponse, _gateway_billing_v1_SaveAppListingRequest__Output, _gateway_billing_v1_SaveAppListingResponse__Output>
  SetPublisherCredential: MethodDefinition<_gateway_billing_v1_SetPublisherCredentialRequest, _gateway_billing_v1_SetPublisherCredentialResponse, _gateway_billing_v1_SetPublisherCredentialRequest__Output, _gateway_billing_v1_SetPublisherCredentialResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ActivatePurchaseRequest as _gateway_billing_v1_ActivatePurchaseRequest, ActivatePurchaseRequest__Output as _gateway_billing_v1_ActivatePurchaseRequest__Output } from '../../../gateway/billing/v1/ActivatePurchaseRequest.ts';
import type { ActivatePurchaseResponse as _gateway_billing_v1_ActivatePurchaseResponse, ActivatePurchaseResponse__Output as _gateway_billing_v1_ActivatePurchaseResponse__Output } from '../../../gateway/billing/v1/ActivatePurchaseResponse.ts';
import type { CancelPurchaseRequest as _gateway_billing_v1_CancelPurchaseRequest, CancelPurchaseRequest__Output as _gateway_billing_v1_CancelPurchaseRequest__Output } from '../../../gateway/billing/v1/CancelPurchaseRequest.ts';
import type { CancelPurchaseResponse as _gateway_billing_v1_CancelPurchaseResponse, CancelPurchaseResponse__Output as _gateway_billing_v1_CancelPurchaseResponse__Output } from '../../../gateway/billing/v1/CancelPurchaseResponse.ts';
import type { DeactivatePurchaseRequest as _gateway_billing_v1_DeactivatePurchaseRequest, DeactivatePurchaseRequest__Output as _gateway_billing_v1_DeactivatePurchaseRequest__Output } from '../../../gateway/billing/v1/DeactivatePurchaseRequest.ts';
import type { DeactivatePurchaseResponse as _gateway_billing_v1_DeactivatePurchaseResponse, DeactivatePurchaseResponse__Output as _gateway_billing_v1_DeactivatePurchaseResponse__Output } from '../../../gateway/billing/v1/DeactivatePurchaseResponse.ts';
import type { ExpirePurchaseRequest as _gateway_billing_v1_ExpirePurchaseRequest, ExpirePurchaseRequest__Output as _gateway_billing_v1_ExpirePurchaseRequest__Output } from '../../../gateway/billing/v1/ExpirePurchaseRequest.ts';
import type { ExpirePurchaseResponse as _gateway_billing_v1_ExpirePurchaseResponse, ExpirePurchaseResponse__Output as _gateway_billing_v1_ExpirePurchaseResponse__Output } from '../../../gateway/billing/v1/ExpirePurchaseResponse.ts';
import type { GetPurchaseRequest as _gateway_billing_v1_GetPurchaseRequest, GetPurchaseRequest__Output as _gateway_billing_v1_GetPurchaseRequest__Output } from '../../../gateway/billing/v1/GetPurchaseRequest.ts';
import type { GetPurchaseResponse as _gateway_billing_v1_GetPurchaseResponse, GetPurchaseResponse__Output as _gateway_billing_v1_GetPurchaseResponse__Output } from '../../../gateway/billing/v1/GetPurchaseResponse.ts';
import type { ListPurchasesRequest as _gateway_billing_v1_ListPurchasesRequest, ListPurchasesRequest__Output as _gateway_billing_v1_ListPurchasesRequest__Output } from '../../../gateway/billing/v1/ListPurchasesRequest.ts';
import type { ListPurchasesResponse as _gateway_billing_v1_ListPurchasesResponse, ListPurchasesResponse__Output as _gateway_billing_v1_ListPurchasesResponse__Output } from '../../../gateway/billing/v1/ListPurchasesResponse.ts';
import type { ObtainPurchaseRequest as _gateway_billing_v1_ObtainPurchaseRequest, ObtainPurchaseRequest__Output as _gateway_billing_v1_ObtainPurchaseRequest__Output } from '../../../gateway/billing/v1/ObtainPurchaseRequest.ts';
import type { ObtainPurchaseResponse as _gateway_billing_v1_ObtainPurchaseResponse, ObtainPurchaseResponse__Output as _gateway_billing_v1_ObtainPurchaseResponse__Output } from '../../../gateway/billing/v1/ObtainPurchaseResponse.ts';
import type { RenewPurchaseRequest as _gateway_billing_v1_RenewPurchaseRequest, RenewPurchaseRequest__Output as _gateway_billing_v1_RenewPurchaseRequest__Output } from '../../../gateway/billing/v1/RenewPurchaseRequest.ts';
import type { RenewPurchaseResponse as _gateway_billing_v1_RenewPurchaseResponse, RenewPurchaseResponse__Output as _gateway_billing_v1_RenewPurchaseResponse__Output } from '../../../gateway/billing/v1/RenewPurchaseResponse.ts';

export interface PurchaseServiceClient extends grpc.Client {
  ActivatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ActivatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ActivatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ActivatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  activatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  activatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  activatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  activatePurchase(argument: _gateway_billing_v1_ActivatePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ActivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  CancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  CancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  CancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  CancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  cancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  cancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  cancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  cancelPurchase(argument: _gateway_billing_v1_CancelPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_CancelPurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  DeactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  DeactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  DeactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  DeactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  deactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  deactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  deactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  deactivatePurchase(argument: _gateway_billing_v1_DeactivatePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_DeactivatePurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  ExpirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ExpirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ExpirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  ExpirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  expirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  expirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  expirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  expirePurchase(argument: _gateway_billing_v1_ExpirePurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ExpirePurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  GetPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  GetPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  GetPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  GetPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  getPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  getPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  getPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  getPurchase(argument: _gateway_billing_v1_GetPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetPurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  ListPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  ListPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  ListPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  ListPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  listPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  listPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  listPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  listPurchases(argument: _gateway_billing_v1_ListPurchasesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPurchasesResponse__Output>): grpc.ClientUnaryCall;
  
  ObtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  ObtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  ObtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  ObtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  obtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  obtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  obtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  obtainPurchase(argument: _gateway_billing_v1_ObtainPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ObtainPurchaseResponse__Output>): grpc.ClientUnaryCall;
  
  RenewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  RenewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  RenewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  RenewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  renewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  renewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  renewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  renewPurchase(argument: _gateway_billing_v1_RenewPurchaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_RenewPurchaseResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PurchaseServiceHandlers extends grpc.UntypedServiceImplementation {
  ActivatePurchase: grpc.handleUnaryCall<_gateway_billing_v1_ActivatePurchaseRequest__Output, _gateway_billing_v1_ActivatePurchaseResponse>;
  
  CancelPurchase: grpc.handleUnaryCall<_gateway_billing_v1_CancelPurchaseRequest__Output, _gateway_billing_v1_CancelPurchaseResponse>;
  
  DeactivatePurchase: grpc.handleUnaryCall<_gateway_billing_v1_DeactivatePurchaseRequest__Output, _gateway_billing_v1_DeactivatePurchaseResponse>;
  
  ExpirePurchase: grpc.handleUnaryCall<_gateway_billing_v1_ExpirePurchaseRequest__Output, _gateway_billing_v1_ExpirePurchaseResponse>;
  
  GetPurchase: grpc.handleUnaryCall<_gateway_billing_v1_GetPurchaseRequest__Output, _gateway_billing_v1_GetPurchaseResponse>;
  
  ListPurchases: grpc.handleUnaryCall<_gateway_billing_v1_ListPurchasesRequest__Output, _gateway_billing_v1_ListPurchasesResponse>;
  
  ObtainPurchase: grpc.handleUnaryCall<_gateway_billing_v1_ObtainPurchaseRequest__Output, _gateway_billing_v1_ObtainPurchaseResponse>;
  
  RenewPurchase: grpc.handleUnaryCall<_gateway_billing_v1_RenewPurchaseRequest__Output, _gateway_billing_v1_RenewPurchaseResponse>;
  
}

export interface PurchaseServiceDefinition extends grpc.ServiceDefinition {
  ActivatePurchase: MethodDefinition<_gateway_billing_v1_ActivatePurchaseRequest, _gateway_billing_v1_ActivatePurchaseResponse, _gateway_billing_v1_ActivatePurchaseRequest__Output, _gateway_billing_v1_ActivatePurchaseResponse__Output>
  CancelPurchase: MethodDefinition<_gateway_billing_v1_CancelPurchaseRequest, _gateway_billing_v1_CancelPurchaseResponse, _gateway_billing_v1_CancelPurchaseRequest__Output, _gateway_billing_v1_CancelPurchaseResponse__Output>
  DeactivatePurchase: MethodDefinition<_gateway_billing_v1_DeactivatePurchaseRequest, _gateway_billing_v1_DeactivatePurchaseResponse, _gateway_billing_v1_DeactivatePurchaseRequest__Output, _gateway_billing_v1_DeactivatePurchaseResponse__Output>
  ExpirePurchase: MethodDefinition<_gateway_billing_v1_ExpirePurchaseRequest, _gateway_billing_v1_ExpirePurchaseResponse, _gateway_billing_v1_ExpirePurchaseRequest__Output, _gateway_billing_v1_ExpirePurchaseResponse__Output>
  GetPurchase: MethodDefinition<_gateway_billing_v1_GetPurchaseRequest, _gateway_billing_v1_GetPurchaseResponse, _gateway_billing_v1_GetPurchaseRequest__Output, _gateway_billing_v1_GetPurchaseResponse__Output>
  ListPurchases: MethodDefinition<_gateway_billing_v1_ListPurchasesRequest, _gateway_billing_v1_ListPurchasesResponse, _gateway_billing_v1_ListPurchasesRequest__Output, _gateway_billing_v1_ListPurchasesResponse__Output>
  ObtainPurchase: MethodDefinition<_gateway_billing_v1_ObtainPurchaseRequest, _gateway_billing_v1_ObtainPurchaseResponse, _gateway_billing_v1_ObtainPurchaseRequest__Output, _gateway_billing_v1_ObtainPurchaseResponse__Output>
  RenewPurchase: MethodDefinition<_gateway_billing_v1_RenewPurchaseRequest, _gateway_billing_v1_RenewPurchaseResponse, _gateway_billing_v1_RenewPurchaseRequest__Output, _gateway_billing_v1_RenewPurchaseResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ActOnTestCheckoutRequest as _gateway_billing_v1_ActOnTestCheckoutRequest, ActOnTestCheckoutRequest__Output as _gateway_billing_v1_ActOnTestCheckoutRequest__Output } from '../../../gateway/billing/v1/ActOnTestCheckoutRequest.ts';
import type { ActOnTestCheckoutResponse as _gateway_billing_v1_ActOnTestCheckoutResponse, ActOnTestCheckoutResponse__Output as _gateway_billing_v1_ActOnTestCheckoutResponse__Output } from '../../../gateway/billing/v1/ActOnTestCheckoutResponse.ts';
import type { AdmitBuyerRequest as _gateway_billing_v1_AdmitBuyerRequest, AdmitBuyerRequest__Output as _gateway_billing_v1_AdmitBuyerRequest__Output } from '../../../gateway/billing/v1/AdmitBuyerRequest.ts';
import type { AdmitBuyerResponse as _gateway_billing_v1_AdmitBuyerResponse, AdmitBuyerResponse__Output as _gateway_billing_v1_AdmitBuyerResponse__Output } from '../../../gateway/billing/v1/AdmitBuyerResponse.ts';
import type { CollectPayableRequest as _gateway_billing_v1_CollectPayableRequest, CollectPayableRequest__Output as _gateway_billing_v1_CollectPayableRequest__Output } from '../../../gateway/billing/v1/CollectPayableRequest.ts';
import type { CollectPayableResponse as _gateway_billing_v1_CollectPayableResponse, CollectPayableResponse__Output as _gateway_billing_v1_CollectPayableResponse__Output } from '../../../gateway/billing/v1/CollectPayableResponse.ts';
import type { CountAppUseRequest as _gateway_billing_v1_CountAppUseRequest, CountAppUseRequest__Output as _gateway_billing_v1_CountAppUseRequest__Output } from '../../../gateway/billing/v1/CountAppUseRequest.ts';
import type { CountAppUseResponse as _gateway_billing_v1_CountAppUseResponse, CountAppUseResponse__Output as _gateway_billing_v1_CountAppUseResponse__Output } from '../../../gateway/billing/v1/CountAppUseResponse.ts';
import type { DigestCapturedRequest as _gateway_billing_v1_DigestCapturedRequest, DigestCapturedRequest__Output as _gateway_billing_v1_DigestCapturedRequest__Output } from '../../../gateway/billing/v1/DigestCapturedRequest.ts';
import type { DigestCapturedResponse as _gateway_billing_v1_DigestCapturedResponse, DigestCapturedResponse__Output as _gateway_billing_v1_DigestCapturedResponse__Output } from '../../../gateway/billing/v1/DigestCapturedResponse.ts';
import type { FindUnknownCallsRequest as _gateway_billing_v1_FindUnknownCallsRequest, FindUnknownCallsRequest__Output as _gateway_billing_v1_FindUnknownCallsRequest__Output } from '../../../gateway/billing/v1/FindUnknownCallsRequest.ts';
import type { FindUnknownCallsResponse as _gateway_billing_v1_FindUnknownCallsResponse, FindUnknownCallsResponse__Output as _gateway_billing_v1_FindUnknownCallsResponse__Output } from '../../../gateway/billing/v1/FindUnknownCallsResponse.ts';
import type { GetCellStateRequest as _gateway_billing_v1_GetCellStateRequest, GetCellStateRequest__Output as _gateway_billing_v1_GetCellStateRequest__Output } from '../../../gateway/billing/v1/GetCellStateRequest.ts';
import type { GetCellStateResponse as _gateway_billing_v1_GetCellStateResponse, GetCellStateResponse__Output as _gateway_billing_v1_GetCellStateResponse__Output } from '../../../gateway/billing/v1/GetCellStateResponse.ts';
import type { GetMoveStateRequest as _gateway_billing_v1_GetMoveStateRequest, GetMoveStateRequest__Output as _gateway_billing_v1_GetMoveStateRequest__Output } from '../../../gateway/billing/v1/GetMoveStateRequest.ts';
import type { GetMoveStateResponse as _gateway_billing_v1_GetMoveStateResponse, GetMoveStateResponse__Output as _gateway_billing_v1_GetMoveStateResponse__Output } from '../../../gateway/billing/v1/GetMoveStateResponse.ts';
import type { GetTestCheckoutRequest as _gateway_billing_v1_GetTestCheckoutRequest, GetTestCheckoutRequest__Output as _gateway_billing_v1_GetTestCheckoutRequest__Output } from '../../../gateway/billing/v1/GetTestCheckoutRequest.ts';
import type { GetTestCheckoutResponse as _gateway_billing_v1_GetTestCheckoutResponse, GetTestCheckoutResponse__Output as _gateway_billing_v1_GetTestCheckoutResponse__Output } from '../../../gateway/billing/v1/GetTestCheckoutResponse.ts';
import type { ListCapturedRequest as _gateway_billing_v1_ListCapturedRequest, ListCapturedRequest__Output as _gateway_billing_v1_ListCapturedRequest__Output } from '../../../gateway/billing/v1/ListCapturedRequest.ts';
import type { ListCapturedResponse as _gateway_billing_v1_ListCapturedResponse, ListCapturedResponse__Output as _gateway_billing_v1_ListCapturedResponse__Output } from '../../../gateway/billing/v1/ListCapturedResponse.ts';
import type { ListCatalogueChangesRequest as _gateway_billing_v1_ListCatalogueChangesRequest, ListCatalogueChangesRequest__Output as _gateway_billing_v1_ListCatalogueChangesRequest__Output } from '../../../gateway/billing/v1/ListCatalogueChangesRequest.ts';
import type { ListCatalogueChangesResponse as _gateway_billing_v1_ListCatalogueChangesResponse, ListCatalogueChangesResponse__Output as _gateway_billing_v1_ListCatalogueChangesResponse__Output } from '../../../gateway/billing/v1/ListCatalogueChangesResponse.ts';
import type { ListCorrectedCallsRequest as _gateway_billing_v1_ListCorrectedCallsRequest, ListCorrectedCallsRequest__Output as _gateway_billing_v1_ListCorrectedCallsRequest__Output } from '../../../gateway/billing/v1/ListCorrectedCallsRequest.ts';
import type { ListCorrectedCallsResponse as _gateway_billing_v1_ListCorrectedCallsResponse, ListCorrectedCallsResponse__Output as _gateway_billing_v1_ListCorrectedCallsResponse__Output } from '../../../gateway/billing/v1/ListCorrectedCallsResponse.ts';
import type { ListTransfersRequest as _gateway_billing_v1_ListTransfersRequest, ListTransfersRequest__Output as _gateway_billing_v1_ListTransfersRequest__Output } from '../../../gateway/billing/v1/ListTransfersRequest.ts';
import type { ListTransfersResponse as _gateway_billing_v1_ListTransfersResponse, ListTransfersResponse__Output as _gateway_billing_v1_ListTransfersResponse__Output } from '../../../gateway/billing/v1/ListTransfersResponse.ts';
import type { NoteBuyerMovedRequest as _gateway_billing_v1_NoteBuyerMovedRequest, NoteBuyerMovedRequest__Output as _gateway_billing_v1_NoteBuyerMovedRequest__Output } from '../../../gateway/billing/v1/NoteBuyerMovedRequest.ts';
import type { NoteBuyerMovedResponse as _gateway_billing_v1_NoteBuyerMovedResponse, NoteBuyerMovedResponse__Output as _gateway_billing_v1_NoteBuyerMovedResponse__Output } from '../../../gateway/billing/v1/NoteBuyerMovedResponse.ts';
import type { PullCatalogueRequest as _gateway_billing_v1_PullCatalogueRequest, PullCatalogueRequest__Output as _gateway_billing_v1_PullCatalogueRequest__Output } from '../../../gateway/billing/v1/PullCatalogueRequest.ts';
import type { PullCatalogueResponse as _gateway_billing_v1_PullCatalogueResponse, PullCatalogueResponse__Output as _gateway_billing_v1_PullCatalogueResponse__Output } from '../../../gateway/billing/v1/PullCatalogueResponse.ts';
import type { ReadCapturedRequest as _gateway_billing_v1_ReadCapturedRequest, ReadCapturedRequest__Output as _gateway_billing_v1_ReadCapturedRequest__Output } from '../../../gateway/billing/v1/ReadCapturedRequest.ts';
import type { ReadCapturedResponse as _gateway_billing_v1_ReadCapturedResponse, ReadCapturedResponse__Output as _gateway_billing_v1_ReadCapturedResponse__Output } from '../../../gateway/billing/v1/ReadCapturedResponse.ts';
import type { SendBuyerRequest as _gateway_billing_v1_SendBuyerRequest, SendBuyerRequest__Output as _gateway_billing_v1_SendBuyerRequest__Output } from '../../../gateway/billing/v1/SendBuyerRequest.ts';
import type { SendBuyerResponse as _gateway_billing_v1_SendBuyerResponse, SendBuyerResponse__Output as _gateway_billing_v1_SendBuyerResponse__Output } from '../../../gateway/billing/v1/SendBuyerResponse.ts';
import type { TakeIdempotencyCopiesRequest as _gateway_billing_v1_TakeIdempotencyCopiesRequest, TakeIdempotencyCopiesRequest__Output as _gateway_billing_v1_TakeIdempotencyCopiesRequest__Output } from '../../../gateway/billing/v1/TakeIdempotencyCopiesRequest.ts';
import type { TakeIdempotencyCopiesResponse as _gateway_billing_v1_TakeIdempotencyCopiesResponse, TakeIdempotencyCopiesResponse__Output as _gateway_billing_v1_TakeIdempotencyCopiesResponse__Output } from '../../../gateway/billing/v1/TakeIdempotencyCopiesResponse.ts';
import type { TakeMovePartRequest as _gateway_billing_v1_TakeMovePartRequest, TakeMovePartRequest__Output as _gateway_billing_v1_TakeMovePartRequest__Output } from '../../../gateway/billing/v1/TakeMovePartRequest.ts';
import type { TakeMovePartResponse as _gateway_billing_v1_TakeMovePartResponse, TakeMovePartResponse__Output as _gateway_billing_v1_TakeMovePartResponse__Output } from '../../../gateway/billing/v1/TakeMovePartResponse.ts';
import type { TakeProcessorEventRequest as _gateway_billing_v1_TakeProcessorEventRequest, TakeProcessorEventRequest__Output as _gateway_billing_v1_TakeProcessorEventRequest__Output } from '../../../gateway/billing/v1/TakeProcessorEventRequest.ts';
import type { TakeProcessorEventResponse as _gateway_billing_v1_TakeProcessorEventResponse, TakeProcessorEventResponse__Output as _gateway_billing_v1_TakeProcessorEventResponse__Output } from '../../../gateway/billing/v1/TakeProcessorEventResponse.ts';

export interface CellPeerServiceClient extends grpc.Client {
  ActOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ActOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ActOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ActOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  actOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  actOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  actOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  actOnTestCheckout(argument: _gateway_billing_v1_ActOnTestCheckoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_ActOnTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
  AdmitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  AdmitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  AdmitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  AdmitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  admitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  admitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  admitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  admitBuyer(argument: _gateway_billing_v1_AdmitBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_AdmitBuyerResponse__Output>): grpc.ClientUnaryCall;
  
  CollectPayable(argument: _gateway_billing_v1_CollectPayableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  CollectPayable(argument: _gateway_billing_v1_CollectPayableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  CollectPayable(argument: _gateway_billing_v1_CollectPayableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  CollectPayable(argument: _gateway_billing_v1_CollectPayableRequest, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  collectPayable(argument: _gateway_billing_v1_CollectPayableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  collectPayable(argument: _gateway_billing_v1_CollectPayableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  collectPayable(argument: _gateway_billing_v1_CollectPayableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  collectPayable(argument: _gateway_billing_v1_CollectPayableRequest, callback: grpc.requestCallback<_gateway_billing_v1_CollectPayableResponse__Output>): grpc.ClientUnaryCall;
  
  CountAppUse(argument: _gateway_billing_v1_CountAppUseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  CountAppUse(argument: _gateway_billing_v1_CountAppUseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  CountAppUse(argument: _gateway_billing_v1_CountAppUseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  CountAppUse(argument: _gateway_billing_v1_CountAppUseRequest, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  countAppUse(argument: _gateway_billing_v1_CountAppUseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  countAppUse(argument: _gateway_billing_v1_CountAppUseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  countAppUse(argument: _gateway_billing_v1_CountAppUseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  countAppUse(argument: _gateway_billing_v1_CountAppUseRequest, callback: grpc.requestCallback<_gateway_billing_v1_CountAppUseResponse__Output>): grpc.ClientUnaryCall;
  
  DigestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  DigestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  DigestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  DigestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  digestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  digestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  digestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  digestCaptured(argument: _gateway_billing_v1_DigestCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_DigestCapturedResponse__Output>): grpc.ClientUnaryCall;
  
  FindUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  FindUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  FindUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  FindUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  findUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  findUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  findUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  findUnknownCalls(argument: _gateway_billing_v1_FindUnknownCallsRequest, callback: grpc.requestCallback<_gateway_billing_v1_FindUnknownCallsResponse__Output>): grpc.ClientUnaryCall;
  
  GetCellState(argument: _gateway_billing_v1_GetCellStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  GetCellState(argument: _gateway_billing_v1_GetCellStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  GetCellState(argument: _gateway_billing_v1_GetCellStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  GetCellState(argument: _gateway_billing_v1_GetCellStateRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  getCellState(argument: _gateway_billing_v1_GetCellStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  getCellState(argument: _gateway_billing_v1_GetCellStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  getCellState(argument: _gateway_billing_v1_GetCellStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  getCellState(argument: _gateway_billing_v1_GetCellStateRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetCellStateResponse__Output>): grpc.ClientUnaryCall;
  
  GetMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  GetMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  GetMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  GetMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  getMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  getMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  getMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  getMoveState(argument: _gateway_billing_v1_GetMoveStateRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetMoveStateResponse__Output>): grpc.ClientUnaryCall;
  
  GetTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  GetTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  GetTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  GetTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  getTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  getTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  getTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  getTestCheckout(argument: _gateway_billing_v1_GetTestCheckoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetTestCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
  ListCaptured(argument: _gateway_billing_v1_ListCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  ListCaptured(argument: _gateway_billing_v1_ListCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  ListCaptured(argument: _gateway_billing_v1_ListCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  ListCaptured(argument: _gateway_billing_v1_ListCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  listCaptured(argument: _gateway_billing_v1_ListCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  listCaptured(argument: _gateway_billing_v1_ListCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  listCaptured(argument: _gateway_billing_v1_ListCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  listCaptured(argument: _gateway_billing_v1_ListCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCapturedResponse__Output>): grpc.ClientUnaryCall;
  
  ListCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  ListCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  listCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  listCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  listCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  listCatalogueChanges(argument: _gateway_billing_v1_ListCatalogueChangesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCatalogueChangesResponse__Output>): grpc.ClientUnaryCall;
  
  ListCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  listCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  listCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  listCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  listCorrectedCalls(argument: _gateway_billing_v1_ListCorrectedCallsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListCorrectedCallsResponse__Output>): grpc.ClientUnaryCall;
  
  ListTransfers(argument: _gateway_billing_v1_ListTransfersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  ListTransfers(argument: _gateway_billing_v1_ListTransfersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  ListTransfers(argument: _gateway_billing_v1_ListTransfersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  ListTransfers(argument: _gateway_billing_v1_ListTransfersRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  listTransfers(argument: _gateway_billing_v1_ListTransfersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  listTransfers(argument: _gateway_billing_v1_ListTransfersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  listTransfers(argument: _gateway_billing_v1_ListTransfersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  listTransfers(argument: _gateway_billing_v1_ListTransfersRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTransfersResponse__Output>): grpc.ClientUnaryCall;
  
  NoteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  NoteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  NoteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  NoteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  noteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  noteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  noteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  noteBuyerMoved(argument: _gateway_billing_v1_NoteBuyerMovedRequest, callback: grpc.requestCallback<_gateway_billing_v1_NoteBuyerMovedResponse__Output>): grpc.ClientUnaryCall;
  
  PullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  PullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  PullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  PullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  pullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  pullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  pullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  pullCatalogue(argument: _gateway_billing_v1_PullCatalogueRequest, callback: grpc.requestCallback<_gateway_billing_v1_PullCatalogueResponse__Output>): grpc.ClientUnaryCall;
  
  ReadCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  ReadCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  ReadCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  ReadCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  readCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  readCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  readCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  readCaptured(argument: _gateway_billing_v1_ReadCapturedRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReadCapturedResponse__Output>): grpc.ClientUnaryCall;
  
  SendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  SendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  SendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  SendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  sendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  sendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  sendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  sendBuyer(argument: _gateway_billing_v1_SendBuyerRequest, callback: grpc.requestCallback<_gateway_billing_v1_SendBuyerResponse__Output>): grpc.ClientUnaryCall;
  
  TakeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  TakeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  TakeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  TakeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  takeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  takeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  takeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  takeIdempotencyCopies(argument: _gateway_billing_v1_TakeIdempotencyCopiesRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>): grpc.ClientUnaryCall;
  
  TakeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  TakeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  TakeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  TakeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  takeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  takeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  takeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  takeMovePart(argument: _gateway_billing_v1_TakeMovePartRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeMovePartResponse__Output>): grpc.ClientUnaryCall;
  
  TakeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  TakeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  TakeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  TakeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  takeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  takeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  takeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  takeProcessorEvent(argument: _gateway_billing_v1_TakeProcessorEventRequest, callback: grpc.requestCallback<_gateway_billing_v1_TakeProcessorEventResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CellPeerServiceHandlers extends grpc.UntypedServiceImplementation {
  ActOnTestCheckout: grpc.handleUnaryCall<_gateway_billing_v1_ActOnTestCheckoutRequest__Output, _gateway_billing_v1_ActOnTestCheckoutResponse>;
  
  AdmitBuyer: grpc.handleUnaryCall<_gateway_billing_v1_AdmitBuyerRequest__Output, _gateway_billing_v1_AdmitBuyerResponse>;
  
  CollectPayable: grpc.handleUnaryCall<_gateway_billing_v1_CollectPayableRequest__Output, _gateway_billing_v1_CollectPayableResponse>;
  
  CountAppUse: grpc.handleUnaryCall<_gateway_billing_v1_CountAppUseRequest__Output, _gateway_billing_v1_CountAppUseResponse>;
  
  DigestCaptured: grpc.handleUnaryCall<_gateway_billing_v1_DigestCapturedRequest__Output, _gateway_billing_v1_DigestCapturedResponse>;
  
  FindUnknownCalls: grpc.handleUnaryCall<_gateway_billing_v1_FindUnknownCallsRequest__Output, _gateway_billing_v1_FindUnknownCallsResponse>;
  
  GetCellState: grpc.handleUnaryCall<_gateway_billing_v1_GetCellStateRequest__Output, _gateway_billing_v1_GetCellStateResponse>;
  
  GetMoveState: grpc.handleUnaryCall<_gateway_billing_v1_GetMoveStateRequest__Output, _gateway_billing_v1_GetMoveStateResponse>;
  
  GetTestCheckout: grpc.handleUnaryCall<_gateway_billing_v1_GetTestCheckoutRequest__Output, _gateway_billing_v1_GetTestCheckoutResponse>;
  
  ListCaptured: grpc.handleUnaryCall<_gateway_billing_v1_ListCapturedRequest__Output, _gateway_billing_v1_ListCapturedResponse>;
  
  ListCatalogueChanges: grpc.handleUnaryCall<_gateway_billing_v1_ListCatalogueChangesRequest__Output, _gateway_billing_v1_ListCatalogueChangesResponse>;
  
  ListCorrectedCalls: grpc.handleUnaryCall<_gateway_billing_v1_ListCorrectedCallsRequest__Output, _gateway_billing_v1_ListCorrectedCallsResponse>;
  
  ListTransfers: grpc.handleUnaryCall<_gateway_billing_v1_ListTransfersRequest__Output, _gateway_billing_v1_ListTransfersResponse>;
  
  NoteBuyerMoved: grpc.handleUnaryCall<_gateway_billing_v1_NoteBuyerMovedRequest__Output, _gateway_billing_v1_NoteBuyerMovedResponse>;
  
  PullCatalogue: grpc.handleUnaryCall<_gateway_billing_v1_PullCatalogueRequest__Output, _gateway_billing_v1_PullCatalogueResponse>;
  
  ReadCaptured: grpc.handleUnaryCall<_gateway_billing_v1_ReadCapturedRequest__Output, _gateway_billing_v1_ReadCapturedResponse>;
  
  SendBuyer: grpc.handleUnaryCall<_gateway_billing_v1_SendBuyerRequest__Output, _gateway_billing_v1_SendBuyerResponse>;
  
  TakeIdempotencyCopies: grpc.handleUnaryCall<_gateway_billing_v1_TakeIdempotencyCopiesRequest__Output, _gateway_billing_v1_TakeIdempotencyCopiesResponse>;
  
  TakeMovePart: grpc.handleUnaryCall<_gateway_billing_v1_TakeMovePartRequest__Output, _gateway_billing_v1_TakeMovePartResponse>;
  
  TakeProcessorEvent: grpc.handleUnaryCall<_gateway_billing_v1_TakeProcessorEventRequest__Output, _gateway_billing_v1_TakeProcessorEventResponse>;
  
}

export interface CellPeerServiceDefinition extends grpc.ServiceDefinition {
  ActOnTestCheckout: MethodDefinition<_gateway_billing_v1_ActOnTestCheckoutRequest, _gateway_billing_v1_ActOnTestCheckoutResponse, _gateway_billing_v1_ActOnTestCheckoutRequest__Output, _gateway_billing_v1_ActOnTestCheckoutResponse__Output>
  AdmitBuyer: MethodDefinition<_gateway_billing_v1_AdmitBuyerRequest, _gateway_billing_v1_AdmitBuyerResponse, _gateway_billing_v1_AdmitBuyerRequest__Output, _gateway_billing_v1_AdmitBuyerResponse__Output>
  CollectPayable: MethodDefinition<_gateway_billing_v1_CollectPayableRequest, _gateway_billing_v1_CollectPayableResponse, _gateway_billing_v1_CollectPayableRequest__Output, _gateway_billing_v1_CollectPayableResponse__Output>
  CountAppUse: MethodDefinition<_gateway_billing_v1_CountAppUseRequest, _gateway_billing_v1_CountAppUseResponse, _gateway_billing_v1_CountAppUseRequest__Output, _gateway_billing_v1_CountAppUseResponse__Output>
  DigestCaptured: MethodDefinition<_gateway_billing_v1_DigestCapturedRequest, _gateway_billing_v1_DigestCapturedResponse, _gateway_billing_v1_DigestCapturedRequest__Output, _gateway_billing_v1_DigestCapturedResponse__Output>
  FindUnknownCalls: MethodDefinition<_gateway_billing_v1_FindUnknownCallsRequest, _gateway_billing_v1_FindUnknownCallsResponse, _gateway_billing_v1_FindUnknownCallsRequest__Output, _gateway_billing_v1_FindUnknownCallsResponse__Output>
  GetCellState: MethodDefinition<_gateway_billing_v1_GetCellStateRequest, _gateway_billing_v1_GetCellStateResponse, _gateway_billing_v1_GetCellStateRequest__Output, _gateway_billing_v1_GetCellStateResponse__Output>
  GetMoveState: MethodDefinition<_gateway_billing_v1_GetMoveStateRequest, _gateway_billing_v1_GetMoveStateResponse, _gateway_billing_v1_GetMoveStateRequest__Output, _gateway_billing_v1_GetMoveStateResponse__Output>
  GetTestCheckout: MethodDefinition<_gateway_billing_v1_GetTestCheckoutRequest, _gateway_billing_v1_GetTestCheckoutResponse, _gateway_billing_v1_GetTestCheckoutRequest__Output, _gateway_billing_v1_GetTestCheckoutResponse__Output>
  ListCaptured: MethodDefinition<_gateway_billing_v1_ListCapturedRequest, _gateway_billing_v1_ListCapturedResponse, _gateway_billing_v1_ListCapturedRequest__Output, _gateway_billing_v1_ListCapturedResponse__Output>
  ListCatalogueChanges: MethodDefinition<_gateway_billing_v1_ListCatalogueChangesRequest, _gateway_billing_v1_ListCatalogueChangesResponse, _gateway_billing_v1_ListCatalogueChangesRequest__Output, _gateway_billing_v1_ListCatalogueChangesResponse__Output>
  ListCorrectedCalls: MethodDefinition<_gateway_billing_v1_ListCorrectedCallsRequest, _gateway_billing_v1_ListCorrectedCallsResponse, _gateway_billing_v1_ListCorrectedCallsRequest__Output, _gateway_billing_v1_ListCorrectedCallsResponse__Output>
  ListTransfers: MethodDefinition<_gateway_billing_v1_ListTransfersRequest, _gateway_billing_v1_ListTransfersResponse, _gateway_billing_v1_ListTransfersRequest__Output, _gateway_billing_v1_ListTransfersResponse__Output>
  NoteBuyerMoved: MethodDefinition<_gateway_billing_v1_NoteBuyerMovedRequest, _gateway_billing_v1_NoteBuyerMovedResponse, _gateway_billing_v1_NoteBuyerMovedRequest__Output, _gateway_billing_v1_NoteBuyerMovedResponse__Output>
  PullCatalogue: MethodDefinition<_gateway_billing_v1_PullCatalogueRequest, _gateway_billing_v1_PullCatalogueResponse, _gateway_billing_v1_PullCatalogueRequest__Output, _gateway_billing_v1_PullCatalogueResponse__Output>
  ReadCaptured: MethodDefinition<_gateway_billing_v1_ReadCapturedRequest, _gateway_billing_v1_ReadCapturedResponse, _gateway_billing_v1_ReadCapturedRequest__Output, _gateway_billing_v1_ReadCapturedResponse__Output>
  SendBuyer: MethodDefinition<_gateway_billing_v1_SendBuyerRequest, _gateway_billing_v1_SendBuyerResponse, _gateway_billing_v1_SendBuyerRequest__Output, _gateway_billing_v1_SendBuyerResponse__Output>
  TakeIdempotencyCopies: MethodDefinition<_gateway_billing_v1_TakeIdempotencyCopiesRequest, _gateway_billing_v1_TakeIdempotencyCopiesResponse, _gateway_billing_v1_TakeIdempotencyCopiesRequest__Output, _gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>
  TakeMovePart: MethodDefinition<_gateway_billing_v1_TakeMovePartRequest, _gateway_billing_v1_TakeMovePartResponse, _gateway_billing_v1_TakeMovePartRequest__Output, _gateway_billing_v1_TakeMovePartResponse__Output>
  TakeProcessorEvent: MethodDefinition<_gateway_billing_v1_TakeProcessorEventRequest, _gateway_billing_v1_TakeProcessorEventResponse, _gateway_billing_v1_TakeProcessorEventRequest__Output, _gateway_billing_v1_TakeProcessorEventResponse__Output>
}

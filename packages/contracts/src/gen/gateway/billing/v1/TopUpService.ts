// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateTopUpRequest as _gateway_billing_v1_CreateTopUpRequest, CreateTopUpRequest__Output as _gateway_billing_v1_CreateTopUpRequest__Output } from '../../../gateway/billing/v1/CreateTopUpRequest.ts';
import type { CreateTopUpResponse as _gateway_billing_v1_CreateTopUpResponse, CreateTopUpResponse__Output as _gateway_billing_v1_CreateTopUpResponse__Output } from '../../../gateway/billing/v1/CreateTopUpResponse.ts';
import type { GetTopUpRequest as _gateway_billing_v1_GetTopUpRequest, GetTopUpRequest__Output as _gateway_billing_v1_GetTopUpRequest__Output } from '../../../gateway/billing/v1/GetTopUpRequest.ts';
import type { GetTopUpResponse as _gateway_billing_v1_GetTopUpResponse, GetTopUpResponse__Output as _gateway_billing_v1_GetTopUpResponse__Output } from '../../../gateway/billing/v1/GetTopUpResponse.ts';
import type { ListReversalsRequest as _gateway_billing_v1_ListReversalsRequest, ListReversalsRequest__Output as _gateway_billing_v1_ListReversalsRequest__Output } from '../../../gateway/billing/v1/ListReversalsRequest.ts';
import type { ListReversalsResponse as _gateway_billing_v1_ListReversalsResponse, ListReversalsResponse__Output as _gateway_billing_v1_ListReversalsResponse__Output } from '../../../gateway/billing/v1/ListReversalsResponse.ts';
import type { ListTopUpsRequest as _gateway_billing_v1_ListTopUpsRequest, ListTopUpsRequest__Output as _gateway_billing_v1_ListTopUpsRequest__Output } from '../../../gateway/billing/v1/ListTopUpsRequest.ts';
import type { ListTopUpsResponse as _gateway_billing_v1_ListTopUpsResponse, ListTopUpsResponse__Output as _gateway_billing_v1_ListTopUpsResponse__Output } from '../../../gateway/billing/v1/ListTopUpsResponse.ts';
import type { RefundTopUpRequest as _gateway_billing_v1_RefundTopUpRequest, RefundTopUpRequest__Output as _gateway_billing_v1_RefundTopUpRequest__Output } from '../../../gateway/billing/v1/RefundTopUpRequest.ts';
import type { RefundTopUpResponse as _gateway_billing_v1_RefundTopUpResponse, RefundTopUpResponse__Output as _gateway_billing_v1_RefundTopUpResponse__Output } from '../../../gateway/billing/v1/RefundTopUpResponse.ts';

export interface TopUpServiceClient extends grpc.Client {
  CreateTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  CreateTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  CreateTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  CreateTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  createTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  createTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  createTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  createTopUp(argument: _gateway_billing_v1_CreateTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_CreateTopUpResponse__Output>): grpc.ClientUnaryCall;
  
  GetTopUp(argument: _gateway_billing_v1_GetTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  GetTopUp(argument: _gateway_billing_v1_GetTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  GetTopUp(argument: _gateway_billing_v1_GetTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  GetTopUp(argument: _gateway_billing_v1_GetTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  getTopUp(argument: _gateway_billing_v1_GetTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  getTopUp(argument: _gateway_billing_v1_GetTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  getTopUp(argument: _gateway_billing_v1_GetTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  getTopUp(argument: _gateway_billing_v1_GetTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetTopUpResponse__Output>): grpc.ClientUnaryCall;
  
  ListReversals(argument: _gateway_billing_v1_ListReversalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  ListReversals(argument: _gateway_billing_v1_ListReversalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  ListReversals(argument: _gateway_billing_v1_ListReversalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  ListReversals(argument: _gateway_billing_v1_ListReversalsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  listReversals(argument: _gateway_billing_v1_ListReversalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  listReversals(argument: _gateway_billing_v1_ListReversalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  listReversals(argument: _gateway_billing_v1_ListReversalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  listReversals(argument: _gateway_billing_v1_ListReversalsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListReversalsResponse__Output>): grpc.ClientUnaryCall;
  
  ListTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  ListTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  ListTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  ListTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  listTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  listTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  listTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  listTopUps(argument: _gateway_billing_v1_ListTopUpsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTopUpsResponse__Output>): grpc.ClientUnaryCall;
  
  RefundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  RefundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  RefundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  RefundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  refundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  refundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  refundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  refundTopUp(argument: _gateway_billing_v1_RefundTopUpRequest, callback: grpc.requestCallback<_gateway_billing_v1_RefundTopUpResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface TopUpServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateTopUp: grpc.handleUnaryCall<_gateway_billing_v1_CreateTopUpRequest__Output, _gateway_billing_v1_CreateTopUpResponse>;
  
  GetTopUp: grpc.handleUnaryCall<_gateway_billing_v1_GetTopUpRequest__Output, _gateway_billing_v1_GetTopUpResponse>;
  
  ListReversals: grpc.handleUnaryCall<_gateway_billing_v1_ListReversalsRequest__Output, _gateway_billing_v1_ListReversalsResponse>;
  
  ListTopUps: grpc.handleUnaryCall<_gateway_billing_v1_ListTopUpsRequest__Output, _gateway_billing_v1_ListTopUpsResponse>;
  
  RefundTopUp: grpc.handleUnaryCall<_gateway_billing_v1_RefundTopUpRequest__Output, _gateway_billing_v1_RefundTopUpResponse>;
  
}

export interface TopUpServiceDefinition extends grpc.ServiceDefinition {
  CreateTopUp: MethodDefinition<_gateway_billing_v1_CreateTopUpRequest, _gateway_billing_v1_CreateTopUpResponse, _gateway_billing_v1_CreateTopUpRequest__Output, _gateway_billing_v1_CreateTopUpResponse__Output>
  GetTopUp: MethodDefinition<_gateway_billing_v1_GetTopUpRequest, _gateway_billing_v1_GetTopUpResponse, _gateway_billing_v1_GetTopUpRequest__Output, _gateway_billing_v1_GetTopUpResponse__Output>
  ListReversals: MethodDefinition<_gateway_billing_v1_ListReversalsRequest, _gateway_billing_v1_ListReversalsResponse, _gateway_billing_v1_ListReversalsRequest__Output, _gateway_billing_v1_ListReversalsResponse__Output>
  ListTopUps: MethodDefinition<_gateway_billing_v1_ListTopUpsRequest, _gateway_billing_v1_ListTopUpsResponse, _gateway_billing_v1_ListTopUpsRequest__Output, _gateway_billing_v1_ListTopUpsResponse__Output>
  RefundTopUp: MethodDefinition<_gateway_billing_v1_RefundTopUpRequest, _gateway_billing_v1_RefundTopUpResponse, _gateway_billing_v1_RefundTopUpRequest__Output, _gateway_billing_v1_RefundTopUpResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyKeyLimitsRequest as _gateway_billing_v1_ApplyKeyLimitsRequest, ApplyKeyLimitsRequest__Output as _gateway_billing_v1_ApplyKeyLimitsRequest__Output } from '../../../gateway/billing/v1/ApplyKeyLimitsRequest.ts';
import type { ApplyKeyLimitsResponse as _gateway_billing_v1_ApplyKeyLimitsResponse, ApplyKeyLimitsResponse__Output as _gateway_billing_v1_ApplyKeyLimitsResponse__Output } from '../../../gateway/billing/v1/ApplyKeyLimitsResponse.ts';
import type { GetKeyLimitsRequest as _gateway_billing_v1_GetKeyLimitsRequest, GetKeyLimitsRequest__Output as _gateway_billing_v1_GetKeyLimitsRequest__Output } from '../../../gateway/billing/v1/GetKeyLimitsRequest.ts';
import type { GetKeyLimitsResponse as _gateway_billing_v1_GetKeyLimitsResponse, GetKeyLimitsResponse__Output as _gateway_billing_v1_GetKeyLimitsResponse__Output } from '../../../gateway/billing/v1/GetKeyLimitsResponse.ts';
import type { ListKeySpendingRequest as _gateway_billing_v1_ListKeySpendingRequest, ListKeySpendingRequest__Output as _gateway_billing_v1_ListKeySpendingRequest__Output } from '../../../gateway/billing/v1/ListKeySpendingRequest.ts';
import type { ListKeySpendingResponse as _gateway_billing_v1_ListKeySpendingResponse, ListKeySpendingResponse__Output as _gateway_billing_v1_ListKeySpendingResponse__Output } from '../../../gateway/billing/v1/ListKeySpendingResponse.ts';
import type { SetKeyLimitsRequest as _gateway_billing_v1_SetKeyLimitsRequest, SetKeyLimitsRequest__Output as _gateway_billing_v1_SetKeyLimitsRequest__Output } from '../../../gateway/billing/v1/SetKeyLimitsRequest.ts';
import type { SetKeyLimitsResponse as _gateway_billing_v1_SetKeyLimitsResponse, SetKeyLimitsResponse__Output as _gateway_billing_v1_SetKeyLimitsResponse__Output } from '../../../gateway/billing/v1/SetKeyLimitsResponse.ts';

export interface KeyLimitsServiceClient extends grpc.Client {
  ApplyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  ApplyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  ApplyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  ApplyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  applyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  applyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  applyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  applyKeyLimits(argument: _gateway_billing_v1_ApplyKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ApplyKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  
  GetKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  GetKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  GetKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  GetKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  getKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  getKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  getKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  getKeyLimits(argument: _gateway_billing_v1_GetKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  
  ListKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  ListKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  ListKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  ListKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  listKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  listKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  listKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  listKeySpending(argument: _gateway_billing_v1_ListKeySpendingRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListKeySpendingResponse__Output>): grpc.ClientUnaryCall;
  
  SetKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  SetKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  SetKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  SetKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  setKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  setKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  setKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  setKeyLimits(argument: _gateway_billing_v1_SetKeyLimitsRequest, callback: grpc.requestCallback<_gateway_billing_v1_SetKeyLimitsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface KeyLimitsServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyKeyLimits: grpc.handleUnaryCall<_gateway_billing_v1_ApplyKeyLimitsRequest__Output, _gateway_billing_v1_ApplyKeyLimitsResponse>;
  
  GetKeyLimits: grpc.handleUnaryCall<_gateway_billing_v1_GetKeyLimitsRequest__Output, _gateway_billing_v1_GetKeyLimitsResponse>;
  
  ListKeySpending: grpc.handleUnaryCall<_gateway_billing_v1_ListKeySpendingRequest__Output, _gateway_billing_v1_ListKeySpendingResponse>;
  
  SetKeyLimits: grpc.handleUnaryCall<_gateway_billing_v1_SetKeyLimitsRequest__Output, _gateway_billing_v1_SetKeyLimitsResponse>;
  
}

export interface KeyLimitsServiceDefinition extends grpc.ServiceDefinition {
  ApplyKeyLimits: MethodDefinition<_gateway_billing_v1_ApplyKeyLimitsRequest, _gateway_billing_v1_ApplyKeyLimitsResponse, _gateway_billing_v1_ApplyKeyLimitsRequest__Output, _gateway_billing_v1_ApplyKeyLimitsResponse__Output>
  GetKeyLimits: MethodDefinition<_gateway_billing_v1_GetKeyLimitsRequest, _gateway_billing_v1_GetKeyLimitsResponse, _gateway_billing_v1_GetKeyLimitsRequest__Output, _gateway_billing_v1_GetKeyLimitsResponse__Output>
  ListKeySpending: MethodDefinition<_gateway_billing_v1_ListKeySpendingRequest, _gateway_billing_v1_ListKeySpendingResponse, _gateway_billing_v1_ListKeySpendingRequest__Output, _gateway_billing_v1_ListKeySpendingResponse__Output>
  SetKeyLimits: MethodDefinition<_gateway_billing_v1_SetKeyLimitsRequest, _gateway_billing_v1_SetKeyLimitsResponse, _gateway_billing_v1_SetKeyLimitsRequest__Output, _gateway_billing_v1_SetKeyLimitsResponse__Output>
}

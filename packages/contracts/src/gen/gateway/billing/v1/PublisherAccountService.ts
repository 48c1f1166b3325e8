// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConnectPayoutAccountRequest as _gateway_billing_v1_ConnectPayoutAccountRequest, ConnectPayoutAccountRequest__Output as _gateway_billing_v1_ConnectPayoutAccountRequest__Output } from '../../../gateway/billing/v1/ConnectPayoutAccountRequest.ts';
import type { ConnectPayoutAccountResponse as _gateway_billing_v1_ConnectPayoutAccountResponse, ConnectPayoutAccountResponse__Output as _gateway_billing_v1_ConnectPayoutAccountResponse__Output } from '../../../gateway/billing/v1/ConnectPayoutAccountResponse.ts';
import type { CreatePayoutRequest as _gateway_billing_v1_CreatePayoutRequest, CreatePayoutRequest__Output as _gateway_billing_v1_CreatePayoutRequest__Output } from '../../../gateway/billing/v1/CreatePayoutRequest.ts';
import type { CreatePayoutResponse as _gateway_billing_v1_CreatePayoutResponse, CreatePayoutResponse__Output as _gateway_billing_v1_CreatePayoutResponse__Output } from '../../../gateway/billing/v1/CreatePayoutResponse.ts';
import type { DisconnectPayoutAccountRequest as _gateway_billing_v1_DisconnectPayoutAccountRequest, DisconnectPayoutAccountRequest__Output as _gateway_billing_v1_DisconnectPayoutAccountRequest__Output } from '../../../gateway/billing/v1/DisconnectPayoutAccountRequest.ts';
import type { DisconnectPayoutAccountResponse as _gateway_billing_v1_DisconnectPayoutAccountResponse, DisconnectPayoutAccountResponse__Output as _gateway_billing_v1_DisconnectPayoutAccountResponse__Output } from '../../../gateway/billing/v1/DisconnectPayoutAccountResponse.ts';
import type { GetEarningsRequest as _gateway_billing_v1_GetEarningsRequest, GetEarningsRequest__Output as _gateway_billing_v1_GetEarningsRequest__Output } from '../../../gateway/billing/v1/GetEarningsRequest.ts';
import type { GetEarningsResponse as _gateway_billing_v1_GetEarningsResponse, GetEarningsResponse__Output as _gateway_billing_v1_GetEarningsResponse__Output } from '../../../gateway/billing/v1/GetEarningsResponse.ts';
import type { GetStatementRequest as _gateway_billing_v1_GetStatementRequest, GetStatementRequest__Output as _gateway_billing_v1_GetStatementRequest__Output } from '../../../gateway/billing/v1/GetStatementRequest.ts';
import type { GetStatementResponse as _gateway_billing_v1_GetStatementResponse, GetStatementResponse__Output as _gateway_billing_v1_GetStatementResponse__Output } from '../../../gateway/billing/v1/GetStatementResponse.ts';
import type { ListPayoutsRequest as _gateway_billing_v1_ListPayoutsRequest, ListPayoutsRequest__Output as _gateway_billing_v1_ListPayoutsRequest__Output } from '../../../gateway/billing/v1/ListPayoutsRequest.ts';
import type { ListPayoutsResponse as _gateway_billing_v1_ListPayoutsResponse, ListPayoutsResponse__Output as _gateway_billing_v1_ListPayoutsResponse__Output } from '../../../gateway/billing/v1/ListPayoutsResponse.ts';

export interface PublisherAccountServiceClient extends grpc.Client {
  ConnectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  ConnectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  ConnectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  ConnectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  connectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  connectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  connectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  connectPayoutAccount(argument: _gateway_billing_v1_ConnectPayoutAccountRequest, callback: grpc.requestCallback<_gateway_billing_v1_ConnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  
  CreatePayout(argument: _gateway_billing_v1_CreatePayoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _gateway_billing_v1_CreatePayoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _gateway_billing_v1_CreatePayoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _gateway_billing_v1_CreatePayoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _gateway_billing_v1_CreatePayoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _gateway_billing_v1_CreatePayoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _gateway_billing_v1_CreatePayoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _gateway_billing_v1_CreatePayoutRequest, callback: grpc.requestCallback<_gateway_billing_v1_CreatePayoutResponse__Output>): grpc.ClientUnaryCall;
  
  DisconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  DisconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  DisconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  DisconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  disconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  disconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  disconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  disconnectPayoutAccount(argument: _gateway_billing_v1_DisconnectPayoutAccountRequest, callback: grpc.requestCallback<_gateway_billing_v1_DisconnectPayoutAccountResponse__Output>): grpc.ClientUnaryCall;
  
  GetEarnings(argument: _gateway_billing_v1_GetEarningsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  GetEarnings(argument: _gateway_billing_v1_GetEarningsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  GetEarnings(argument: _gateway_billing_v1_GetEarningsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  GetEarnings(argument: _gateway_billing_v1_GetEarningsRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  getEarnings(argument: _gateway_billing_v1_GetEarningsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  getEarnings(argument: _gateway_billing_v1_GetEarningsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  getEarnings(argument: _gateway_billing_v1_GetEarningsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  getEarnings(argument: _gateway_billing_v1_GetEarningsRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetEarningsResponse__Output>): grpc.ClientUnaryCall;
  
  GetStatement(argument: _gateway_billing_v1_GetStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  GetStatement(argument: _gateway_billing_v1_GetStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  GetStatement(argument: _gateway_billing_v1_GetStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  GetStatement(argument: _gateway_billing_v1_GetStatementRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  getStatement(argument: _gateway_billing_v1_GetStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  getStatement(argument: _gateway_billing_v1_GetStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  getStatement(argument: _gateway_billing_v1_GetStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  getStatement(argument: _gateway_billing_v1_GetStatementRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetStatementResponse__Output>): grpc.ClientUnaryCall;
  
  ListPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _gateway_billing_v1_ListPayoutsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PublisherAccountServiceHandlers extends grpc.UntypedServiceImplementation {
  ConnectPayoutAccount: grpc.handleUnaryCall<_gateway_billing_v1_ConnectPayoutAccountRequest__Output, _gateway_billing_v1_ConnectPayoutAccountResponse>;
  
  CreatePayout: grpc.handleUnaryCall<_gateway_billing_v1_CreatePayoutRequest__Output, _gateway_billing_v1_CreatePayoutResponse>;
  
  DisconnectPayoutAccount: grpc.handleUnaryCall<_gateway_billing_v1_DisconnectPayoutAccountRequest__Output, _gateway_billing_v1_DisconnectPayoutAccountResponse>;
  
  GetEarnings: grpc.handleUnaryCall<_gateway_billing_v1_GetEarningsRequest__Output, _gateway_billing_v1_GetEarningsResponse>;
  
  GetStatement: grpc.handleUnaryCall<_gateway_billing_v1_GetStatementRequest__Output, _gateway_billing_v1_GetStatementResponse>;
  
  ListPayouts: grpc.handleUnaryCall<_gateway_billing_v1_ListPayoutsRequest__Output, _gateway_billing_v1_ListPayoutsResponse>;
  
}

export interface PublisherAccountServiceDefinition extends grpc.ServiceDefinition {
  ConnectPayoutAccount: MethodDefinition<_gateway_billing_v1_ConnectPayoutAccountRequest, _gateway_billing_v1_ConnectPayoutAccountResponse, _gateway_billing_v1_ConnectPayoutAccountRequest__Output, _gateway_billing_v1_ConnectPayoutAccountResponse__Output>
  CreatePayout: MethodDefinition<_gateway_billing_v1_CreatePayoutRequest, _gateway_billing_v1_CreatePayoutResponse, _gateway_billing_v1_CreatePayoutRequest__Output, _gateway_billing_v1_CreatePayoutResponse__Output>
  DisconnectPayoutAccount: MethodDefinition<_gateway_billing_v1_DisconnectPayoutAccountRequest, _gateway_billing_v1_DisconnectPayoutAccountResponse, _gateway_billing_v1_DisconnectPayoutAccountRequest__Output, _gateway_billing_v1_DisconnectPayoutAccountResponse__Output>
  GetEarnings: MethodDefinition<_gateway_billing_v1_GetEarningsRequest, _gateway_billing_v1_GetEarningsResponse, _gateway_billing_v1_GetEarningsRequest__Output, _gateway_billing_v1_GetEarningsResponse__Output>
  GetStatement: MethodDefinition<_gateway_billing_v1_GetStatementRequest, _gateway_billing_v1_GetStatementResponse, _gateway_billing_v1_GetStatementRequest__Output, _gateway_billing_v1_GetStatementResponse__Output>
  ListPayouts: MethodDefinition<_gateway_billing_v1_ListPayoutsRequest, _gateway_billing_v1_ListPayoutsResponse, _gateway_billing_v1_ListPayoutsRequest__Output, _gateway_billing_v1_ListPayoutsResponse__Output>
}

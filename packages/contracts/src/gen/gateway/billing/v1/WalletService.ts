// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetWalletRequest as _gateway_billing_v1_GetWalletRequest, GetWalletRequest__Output as _gateway_billing_v1_GetWalletRequest__Output } from '../../../gateway/billing/v1/GetWalletRequest.ts';
import type { GetWalletResponse as _gateway_billing_v1_GetWalletResponse, GetWalletResponse__Output as _gateway_billing_v1_GetWalletResponse__Output } from '../../../gateway/billing/v1/GetWalletResponse.ts';
import type { ListJournalEntriesRequest as _gateway_billing_v1_ListJournalEntriesRequest, ListJournalEntriesRequest__Output as _gateway_billing_v1_ListJournalEntriesRequest__Output } from '../../../gateway/billing/v1/ListJournalEntriesRequest.ts';
import type { ListJournalEntriesResponse as _gateway_billing_v1_ListJournalEntriesResponse, ListJournalEntriesResponse__Output as _gateway_billing_v1_ListJournalEntriesResponse__Output } from '../../../gateway/billing/v1/ListJournalEntriesResponse.ts';
import type { ListWalletMarksRequest as _gateway_billing_v1_ListWalletMarksRequest, ListWalletMarksRequest__Output as _gateway_billing_v1_ListWalletMarksRequest__Output } from '../../../gateway/billing/v1/ListWalletMarksRequest.ts';
import type { ListWalletMarksResponse as _gateway_billing_v1_ListWalletMarksResponse, ListWalletMarksResponse__Output as _gateway_billing_v1_ListWalletMarksResponse__Output } from '../../../gateway/billing/v1/ListWalletMarksResponse.ts';

export interface WalletServiceClient extends grpc.Client {
  GetWallet(argument: _gateway_billing_v1_GetWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _gateway_billing_v1_GetWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _gateway_billing_v1_GetWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _gateway_billing_v1_GetWalletRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _gateway_billing_v1_GetWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _gateway_billing_v1_GetWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _gateway_billing_v1_GetWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _gateway_billing_v1_GetWalletRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetWalletResponse__Output>): grpc.ClientUnaryCall;
  
  ListJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  listJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  listJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  listJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  listJournalEntries(argument: _gateway_billing_v1_ListJournalEntriesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  ListWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  ListWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  ListWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  listWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  listWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  listWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  listWalletMarks(argument: _gateway_billing_v1_ListWalletMarksRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListWalletMarksResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface WalletServiceHandlers extends grpc.UntypedServiceImplementation {
  GetWallet: grpc.handleUnaryCall<_gateway_billing_v1_GetWalletRequest__Output, _gateway_billing_v1_GetWalletResponse>;
  
  ListJournalEntries: grpc.handleUnaryCall<_gateway_billing_v1_ListJournalEntriesRequest__Output, _gateway_billing_v1_ListJournalEntriesResponse>;
  
  ListWalletMarks: grpc.handleUnaryCall<_gateway_billing_v1_ListWalletMarksRequest__Output, _gateway_billing_v1_ListWalletMarksResponse>;
  
}

export interface WalletServiceDefinition extends grpc.ServiceDefinition {
  GetWallet: MethodDefinition<_gateway_billing_v1_GetWalletRequest, _gateway_billing_v1_GetWalletResponse, _gateway_billing_v1_GetWalletRequest__Output, _gateway_billing_v1_GetWalletResponse__Output>
  ListJournalEntries: MethodDefinition<_gateway_billing_v1_ListJournalEntriesRequest, _gateway_billing_v1_ListJournalEntriesResponse, _gateway_billing_v1_ListJournalEntriesRequest__Output, _gateway_billing_v1_ListJournalEntriesResponse__Output>
  ListWalletMarks: MethodDefinition<_gateway_billing_v1_ListWalletMarksRequest, _gateway_billing_v1_ListWalletMarksResponse, _gateway_billing_v1_ListWalletMarksRequest__Output, _gateway_billing_v1_ListWalletMarksResponse__Output>
}

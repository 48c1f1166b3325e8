// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListBalancesRequest as _gateway_billing_v1_ListBalancesRequest, ListBalancesRequest__Output as _gateway_billing_v1_ListBalancesRequest__Output } from '../../../gateway/billing/v1/ListBalancesRequest.ts';
import type { ListBalancesResponse as _gateway_billing_v1_ListBalancesResponse, ListBalancesResponse__Output as _gateway_billing_v1_ListBalancesResponse__Output } from '../../../gateway/billing/v1/ListBalancesResponse.ts';
import type { ListEntriesRequest as _gateway_billing_v1_ListEntriesRequest, ListEntriesRequest__Output as _gateway_billing_v1_ListEntriesRequest__Output } from '../../../gateway/billing/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _gateway_billing_v1_ListEntriesResponse, ListEntriesResponse__Output as _gateway_billing_v1_ListEntriesResponse__Output } from '../../../gateway/billing/v1/ListEntriesResponse.ts';
import type { ReconcileRequest as _gateway_billing_v1_ReconcileRequest, ReconcileRequest__Output as _gateway_billing_v1_ReconcileRequest__Output } from '../../../gateway/billing/v1/ReconcileRequest.ts';
import type { ReconcileResponse as _gateway_billing_v1_ReconcileResponse, ReconcileResponse__Output as _gateway_billing_v1_ReconcileResponse__Output } from '../../../gateway/billing/v1/ReconcileResponse.ts';
import type { VerifyLedgerRequest as _gateway_billing_v1_VerifyLedgerRequest, VerifyLedgerRequest__Output as _gateway_billing_v1_VerifyLedgerRequest__Output } from '../../../gateway/billing/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponse as _gateway_billing_v1_VerifyLedgerResponse, VerifyLedgerResponse__Output as _gateway_billing_v1_VerifyLedgerResponse__Output } from '../../../gateway/billing/v1/VerifyLedgerResponse.ts';

export interface LedgerServiceClient extends grpc.Client {
  ListBalances(argument: _gateway_billing_v1_ListBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  ListBalances(argument: _gateway_billing_v1_ListBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  ListBalances(argument: _gateway_billing_v1_ListBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  ListBalances(argument: _gateway_billing_v1_ListBalancesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  listBalances(argument: _gateway_billing_v1_ListBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  listBalances(argument: _gateway_billing_v1_ListBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  listBalances(argument: _gateway_billing_v1_ListBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  listBalances(argument: _gateway_billing_v1_ListBalancesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListBalancesResponse__Output>): grpc.ClientUnaryCall;
  
  ListEntries(argument: _gateway_billing_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _gateway_billing_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _gateway_billing_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _gateway_billing_v1_ListEntriesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _gateway_billing_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _gateway_billing_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _gateway_billing_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _gateway_billing_v1_ListEntriesRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  ListBalances: grpc.handleUnaryCall<_gateway_billing_v1_ListBalancesRequest__Output, _gateway_billing_v1_ListBalancesResponse>;
  
  ListEntries: grpc.handleUnaryCall<_gateway_billing_v1_ListEntriesRequest__Output, _gateway_billing_v1_ListEntriesResponse>;
  
  Reconcile: grpc.handleUnaryCall<_gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse>;
  
  VerifyLedger: grpc.handleUnaryCall<_gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  ListBalances: MethodDefinition<_gateway_billing_v1_ListBalancesRequest, _gateway_billing_v1_ListBalancesResponse, _gateway_billing_v1_ListBalancesRequest__Output, _gateway_billing_v1_ListBalancesResponse__Output>
  ListEntries: MethodDefinition<_gateway_billing_v1_ListEntriesRequest, _gateway_billing_v1_ListEntriesResponse, _gateway_billing_v1_ListEntriesRequest__Output, _gateway_billing_v1_ListEntriesResponse__Output>
  Reconcile: MethodDefinition<_gateway_billing_v1_ReconcileRequest, _gateway_billing_v1_ReconcileResponse, _gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse__Output>
  VerifyLedger: MethodDefinition<_gateway_billing_v1_VerifyLedgerRequest, _gateway_billing_v1_VerifyLedgerResponse, _gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportPeriodsRequest as _gateway_billing_v1_ExportPeriodsRequest, ExportPeriodsRequest__Output as _gateway_billing_v1_ExportPeriodsRequest__Output } from '../../../gateway/billing/v1/ExportPeriodsRequest.ts';
import type { ExportPeriodsResponse as _gateway_billing_v1_ExportPeriodsResponse, ExportPeriodsResponse__Output as _gateway_billing_v1_ExportPeriodsResponse__Output } from '../../../gateway/billing/v1/ExportPeriodsResponse.ts';
import type { ListBalancesRequest as _gateway_billing_v1_ListBalancesRequest, ListBalancesRequest__Output as _gateway_billing_v1_ListBalancesRequest__Output } from '../../../gateway/billing/v1/ListBalancesRequest.ts';
import type { ListBalancesResponse as _gateway_billing_v1_ListBalancesResponse, ListBalancesResponse__Output as _gateway_billing_v1_ListBalancesResponse__Output } from '../../../gateway/billing/v1/ListBalancesResponse.ts';
import type { ListEntriesRequest as _gateway_billing_v1_ListEntriesRequest, ListEntriesRequest__Output as _gateway_billing_v1_ListEntriesRequest__Output } from '../../../gateway/billing/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _gateway_billing_v1_ListEntriesResponse, ListEntriesResponse__Output as _gateway_billing_v1_ListEntriesResponse__Output } from '../../../gateway/billing/v1/ListEntriesResponse.ts';
import type { ListPeriodsRequest as _gateway_billing_v1_ListPeriodsRequest, ListPeriodsRequest__Output as _gateway_billing_v1_ListPeriodsRequest__Output } from '../../../gateway/billing/v1/ListPeriodsRequest.ts';
import type { ListPeriodsResponse as _gateway_billing_v1_ListPeriodsResponse, ListPeriodsResponse__Output as _gateway_billing_v1_ListPeriodsResponse__Output } from '../../../gateway/billing/v1/ListPeriodsResponse.ts';
import type { ReconcileRequest as _gateway_billing_v1_ReconcileRequest, ReconcileRequest__Output as _gateway_billing_v1_ReconcileRequest__Output } from '../../../gateway/billing/v1/ReconcileRequest.ts';
import type { ReconcileResponse as _gateway_billing_v1_ReconcileResponse, ReconcileResponse__Output as _gateway_billing_v1_ReconcileResponse__Output } from '../../../gateway/billing/v1/ReconcileResponse.ts';
import type { SealPeriodsRequest as _gateway_billing_v1_SealPeriodsRequest, SealPeriodsRequest__Output as _gateway_billing_v1_SealPeriodsRequest__Output } from '../../../gateway/billing/v1/SealPeriodsRequest.ts';
import type { SealPeriodsResponse as _gateway_billing_v1_SealPeriodsResponse, SealPeriodsResponse__Output as _gateway_billing_v1_SealPeriodsResponse__Output } from '../../../gateway/billing/v1/SealPeriodsResponse.ts';
import type { VerifyLedgerRequest as _gateway_billing_v1_VerifyLedgerRequest, VerifyLedgerRequest__Output as _gateway_billing_v1_VerifyLedgerRequest__Output } from '../../../gateway/billing/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponse as _gateway_billing_v1_VerifyLedgerResponse, VerifyLedgerResponse__Output as _gateway_billing_v1_VerifyLedgerResponse__Output } from '../../../gateway/billing/v1/VerifyLedgerResponse.ts';
import type { VerifyPeriodRequest as _gateway_billing_v1_VerifyPeriodRequest, VerifyPeriodRequest__Output as _gateway_billing_v1_VerifyPeriodRequest__Output } from '../../../gateway/billing/v1/VerifyPeriodRequest.ts';
import type { VerifyPeriodResponse as _gateway_billing_v1_VerifyPeriodResponse, VerifyPeriodResponse__Output as _gateway_billing_v1_VerifyPeriodResponse__Output } from '../../../gateway/billing/v1/VerifyPeriodResponse.ts';

export interface LedgerServiceClient extends grpc.Client {
  ExportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ExportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ExportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ExportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  exportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  exportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  exportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  exportPeriods(argument: _gateway_billing_v1_ExportPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ExportPeriodsResponse__Output>): grpc.ClientUnaryCall;
  
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
  
  ListPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ListPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ListPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  ListPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  listPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  listPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  listPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  listPeriods(argument: _gateway_billing_v1_ListPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListPeriodsResponse__Output>): grpc.ClientUnaryCall;
  
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  Reconcile(argument: _gateway_billing_v1_ReconcileRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  reconcile(argument: _gateway_billing_v1_ReconcileRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReconcileResponse__Output>): grpc.ClientUnaryCall;
  
  SealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  SealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  SealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  SealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  sealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  sealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  sealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  sealPeriods(argument: _gateway_billing_v1_SealPeriodsRequest, callback: grpc.requestCallback<_gateway_billing_v1_SealPeriodsResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gateway_billing_v1_VerifyLedgerRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyLedgerResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  VerifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  VerifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  VerifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  verifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  verifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  verifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  verifyPeriod(argument: _gateway_billing_v1_VerifyPeriodRequest, callback: grpc.requestCallback<_gateway_billing_v1_VerifyPeriodResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  ExportPeriods: grpc.handleUnaryCall<_gateway_billing_v1_ExportPeriodsRequest__Output, _gateway_billing_v1_ExportPeriodsResponse>;
  
  ListBalances: grpc.handleUnaryCall<_gateway_billing_v1_ListBalancesRequest__Output, _gateway_billing_v1_ListBalancesResponse>;
  
  ListEntries: grpc.handleUnaryCall<_gateway_billing_v1_ListEntriesRequest__Output, _gateway_billing_v1_ListEntriesResponse>;
  
  ListPeriods: grpc.handleUnaryCall<_gateway_billing_v1_ListPeriodsRequest__Output, _gateway_billing_v1_ListPeriodsResponse>;
  
  Reconcile: grpc.handleUnaryCall<_gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse>;
  
  SealPeriods: grpc.handleUnaryCall<_gateway_billing_v1_SealPeriodsRequest__Output, _gateway_billing_v1_SealPeriodsResponse>;
  
  VerifyLedger: grpc.handleUnaryCall<_gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse>;
  
  VerifyPeriod: grpc.handleUnaryCall<_gateway_billing_v1_VerifyPeriodRequest__Output, _gateway_billing_v1_VerifyPeriodResponse>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  ExportPeriods: MethodDefinition<_gateway_billing_v1_ExportPeriodsRequest, _gateway_billing_v1_ExportPeriodsResponse, _gateway_billing_v1_ExportPeriodsRequest__Output, _gateway_billing_v1_ExportPeriodsResponse__Output>
  ListBalances: MethodDefinition<_gateway_billing_v1_ListBalancesRequest, _gateway_billing_v1_ListBalancesResponse, _gateway_billing_v1_ListBalancesRequest__Output, _gateway_billing_v1_ListBalancesResponse__Output>
  ListEntries: MethodDefinition<_gateway_billing_v1_ListEntriesRequest, _gateway_billing_v1_ListEntriesResponse, _gateway_billing_v1_ListEntriesRequest__Output, _gateway_billing_v1_ListEntriesResponse__Output>
  ListPeriods: MethodDefinition<_gateway_billing_v1_ListPeriodsRequest, _gateway_billing_v1_ListPeriodsResponse, _gateway_billing_v1_ListPeriodsRequest__Output, _gateway_billing_v1_ListPeriodsResponse__Output>
  Reconcile: MethodDefinition<_gateway_billing_v1_ReconcileRequest, _gateway_billing_v1_ReconcileResponse, _gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse__Output>
  SealPeriods: MethodDefinition<_gateway_billing_v1_SealPeriodsRequest, _gateway_billing_v1_SealPeriodsResponse, _gateway_billing_v1_SealPeriodsRequest__Output, _gateway_billing_v1_SealPeriodsResponse__Output>
  VerifyLedger: MethodDefinition<_gateway_billing_v1_VerifyLedgerRequest, _gateway_billing_v1_VerifyLedgerResponse, _gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse__Output>
  VerifyPeriod: MethodDefinition<_gateway_billing_v1_VerifyPeriodRequest, _gateway_billing_v1_VerifyPeriodResponse, _gateway_billing_v1_VerifyPeriodRequest__Output, _gateway_billing_v1_VerifyPeriodResponse__Output>
}

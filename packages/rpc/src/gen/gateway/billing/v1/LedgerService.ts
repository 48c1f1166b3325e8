// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ReconcileRequest as _gateway_billing_v1_ReconcileRequest, ReconcileRequest__Output as _gateway_billing_v1_ReconcileRequest__Output } from '../../../gateway/billing/v1/ReconcileRequest.ts';
import type { ReconcileResponse as _gateway_billing_v1_ReconcileResponse, ReconcileResponse__Output as _gateway_billing_v1_ReconcileResponse__Output } from '../../../gateway/billing/v1/ReconcileResponse.ts';
import type { VerifyLedgerRequest as _gateway_billing_v1_VerifyLedgerRequest, VerifyLedgerRequest__Output as _gateway_billing_v1_VerifyLedgerRequest__Output } from '../../../gateway/billing/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponse as _gateway_billing_v1_VerifyLedgerResponse, VerifyLedgerResponse__Output as _gateway_billing_v1_VerifyLedgerResponse__Output } from '../../../gateway/billing/v1/VerifyLedgerResponse.ts';

export interface LedgerServiceClient extends grpc.Client {
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
  Reconcile: grpc.handleUnaryCall<_gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse>;
  
  VerifyLedger: grpc.handleUnaryCall<_gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  Reconcile: MethodDefinition<_gateway_billing_v1_ReconcileRequest, _gateway_billing_v1_ReconcileResponse, _gateway_billing_v1_ReconcileRequest__Output, _gateway_billing_v1_ReconcileResponse__Output>
  VerifyLedger: MethodDefinition<_gateway_billing_v1_VerifyLedgerRequest, _gateway_billing_v1_VerifyLedgerResponse, _gateway_billing_v1_VerifyLedgerRequest__Output, _gateway_billing_v1_VerifyLedgerResponse__Output>
}

// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AbandonAttemptRequest as _gateway_billing_v1_AbandonAttemptRequest, AbandonAttemptRequest__Output as _gateway_billing_v1_AbandonAttemptRequest__Output } from '../../../gateway/billing/v1/AbandonAttemptRequest.ts';
import type { AbandonAttemptResponse as _gateway_billing_v1_AbandonAttemptResponse, AbandonAttemptResponse__Output as _gateway_billing_v1_AbandonAttemptResponse__Output } from '../../../gateway/billing/v1/AbandonAttemptResponse.ts';
import type { BeginAttemptRequest as _gateway_billing_v1_BeginAttemptRequest, BeginAttemptRequest__Output as _gateway_billing_v1_BeginAttemptRequest__Output } from '../../../gateway/billing/v1/BeginAttemptRequest.ts';
import type { BeginAttemptResponse as _gateway_billing_v1_BeginAttemptResponse, BeginAttemptResponse__Output as _gateway_billing_v1_BeginAttemptResponse__Output } from '../../../gateway/billing/v1/BeginAttemptResponse.ts';
import type { FinishAttemptRequest as _gateway_billing_v1_FinishAttemptRequest, FinishAttemptRequest__Output as _gateway_billing_v1_FinishAttemptRequest__Output } from '../../../gateway/billing/v1/FinishAttemptRequest.ts';
import type { FinishAttemptResponse as _gateway_billing_v1_FinishAttemptResponse, FinishAttemptResponse__Output as _gateway_billing_v1_FinishAttemptResponse__Output } from '../../../gateway/billing/v1/FinishAttemptResponse.ts';
import type { RenewAttemptRequest as _gateway_billing_v1_RenewAttemptRequest, RenewAttemptRequest__Output as _gateway_billing_v1_RenewAttemptRequest__Output } from '../../../gateway/billing/v1/RenewAttemptRequest.ts';
import type { RenewAttemptResponse as _gateway_billing_v1_RenewAttemptResponse, RenewAttemptResponse__Output as _gateway_billing_v1_RenewAttemptResponse__Output } from '../../../gateway/billing/v1/RenewAttemptResponse.ts';

export interface IdempotencyServiceClient extends grpc.Client {
  AbandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  AbandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  AbandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  AbandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  abandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  abandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  abandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  abandonAttempt(argument: _gateway_billing_v1_AbandonAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_AbandonAttemptResponse__Output>): grpc.ClientUnaryCall;
  
  BeginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  BeginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  BeginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  BeginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  beginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  beginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  beginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  beginAttempt(argument: _gateway_billing_v1_BeginAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_BeginAttemptResponse__Output>): grpc.ClientUnaryCall;
  
  FinishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _gateway_billing_v1_FinishAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_FinishAttemptResponse__Output>): grpc.ClientUnaryCall;
  
  RenewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  RenewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  RenewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  RenewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  renewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  renewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  renewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  renewAttempt(argument: _gateway_billing_v1_RenewAttemptRequest, callback: grpc.requestCallback<_gateway_billing_v1_RenewAttemptResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdempotencyServiceHandlers extends grpc.UntypedServiceImplementation {
  AbandonAttempt: grpc.handleUnaryCall<_gateway_billing_v1_AbandonAttemptRequest__Output, _gateway_billing_v1_AbandonAttemptResponse>;
  
  BeginAttempt: grpc.handleUnaryCall<_gateway_billing_v1_BeginAttemptRequest__Output, _gateway_billing_v1_BeginAttemptResponse>;
  
  FinishAttempt: grpc.handleUnaryCall<_gateway_billing_v1_FinishAttemptRequest__Output, _gateway_billing_v1_FinishAttemptResponse>;
  
  RenewAttempt: grpc.handleUnaryCall<_gateway_billing_v1_RenewAttemptRequest__Output, _gateway_billing_v1_RenewAttemptResponse>;
  
}

export interface IdempotencyServiceDefinition extends grpc.ServiceDefinition {
  AbandonAttempt: MethodDefinition<_gateway_billing_v1_AbandonAttemptRequest, _gateway_billing_v1_AbandonAttemptResponse, _gateway_billing_v1_AbandonAttemptRequest__Output, _gateway_billing_v1_AbandonAttemptResponse__Output>
  BeginAttempt: MethodDefinition<_gateway_billing_v1_BeginAttemptRequest, _gateway_billing_v1_BeginAttemptResponse, _gateway_billing_v1_BeginAttemptRequest__Output, _gateway_billing_v1_BeginAttemptResponse__Output>
  FinishAttempt: MethodDefinition<_gateway_billing_v1_FinishAttemptRequest, _gateway_billing_v1_FinishAttemptResponse, _gateway_billing_v1_FinishAttemptRequest__Output, _gateway_billing_v1_FinishAttemptResponse__Output>
  RenewAttempt: MethodDefinition<_gateway_billing_v1_RenewAttemptRequest, _gateway_billing_v1_RenewAttemptResponse, _gateway_billing_v1_RenewAttemptRequest__Output, _gateway_billing_v1_RenewAttemptResponse__Output>
}

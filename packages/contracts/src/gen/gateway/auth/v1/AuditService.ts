// Original file: ../../proto/gateway/auth/v1/audit_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListAuditEntriesRequest as _gateway_auth_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_auth_v1_ListAuditEntriesRequest__Output } from '../../../gateway/auth/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_auth_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_auth_v1_ListAuditEntriesResponse__Output } from '../../../gateway/auth/v1/ListAuditEntriesResponse.ts';
import type { NoteActRequest as _gateway_auth_v1_NoteActRequest, NoteActRequest__Output as _gateway_auth_v1_NoteActRequest__Output } from '../../../gateway/auth/v1/NoteActRequest.ts';
import type { NoteActResponse as _gateway_auth_v1_NoteActResponse, NoteActResponse__Output as _gateway_auth_v1_NoteActResponse__Output } from '../../../gateway/auth/v1/NoteActResponse.ts';
import type { NoteOutcomeRequest as _gateway_auth_v1_NoteOutcomeRequest, NoteOutcomeRequest__Output as _gateway_auth_v1_NoteOutcomeRequest__Output } from '../../../gateway/auth/v1/NoteOutcomeRequest.ts';
import type { NoteOutcomeResponse as _gateway_auth_v1_NoteOutcomeResponse, NoteOutcomeResponse__Output as _gateway_auth_v1_NoteOutcomeResponse__Output } from '../../../gateway/auth/v1/NoteOutcomeResponse.ts';

export interface AuditServiceClient extends grpc.Client {
  ListAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_auth_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_gateway_auth_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  NoteAct(argument: _gateway_auth_v1_NoteActRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  NoteAct(argument: _gateway_auth_v1_NoteActRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  NoteAct(argument: _gateway_auth_v1_NoteActRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  NoteAct(argument: _gateway_auth_v1_NoteActRequest, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  noteAct(argument: _gateway_auth_v1_NoteActRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  noteAct(argument: _gateway_auth_v1_NoteActRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  noteAct(argument: _gateway_auth_v1_NoteActRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  noteAct(argument: _gateway_auth_v1_NoteActRequest, callback: grpc.requestCallback<_gateway_auth_v1_NoteActResponse__Output>): grpc.ClientUnaryCall;
  
  NoteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  NoteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  NoteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  NoteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  noteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  noteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  noteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  noteOutcome(argument: _gateway_auth_v1_NoteOutcomeRequest, callback: grpc.requestCallback<_gateway_auth_v1_NoteOutcomeResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AuditServiceHandlers extends grpc.UntypedServiceImplementation {
  ListAuditEntries: grpc.handleUnaryCall<_gateway_auth_v1_ListAuditEntriesRequest__Output, _gateway_auth_v1_ListAuditEntriesResponse>;
  
  NoteAct: grpc.handleUnaryCall<_gateway_auth_v1_NoteActRequest__Output, _gateway_auth_v1_NoteActResponse>;
  
  NoteOutcome: grpc.handleUnaryCall<_gateway_auth_v1_NoteOutcomeRequest__Output, _gateway_auth_v1_NoteOutcomeResponse>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  ListAuditEntries: MethodDefinition<_gateway_auth_v1_ListAuditEntriesRequest, _gateway_auth_v1_ListAuditEntriesResponse, _gateway_auth_v1_ListAuditEntriesRequest__Output, _gateway_auth_v1_ListAuditEntriesResponse__Output>
  NoteAct: MethodDefinition<_gateway_auth_v1_NoteActRequest, _gateway_auth_v1_NoteActResponse, _gateway_auth_v1_NoteActRequest__Output, _gateway_auth_v1_NoteActResponse__Output>
  NoteOutcome: MethodDefinition<_gateway_auth_v1_NoteOutcomeRequest, _gateway_auth_v1_NoteOutcomeResponse, _gateway_auth_v1_NoteOutcomeRequest__Output, _gateway_auth_v1_NoteOutcomeResponse__Output>
}

// Original file: ../../proto/gateway/metering/v1/audit_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListAuditEntriesRequest as _gateway_metering_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_metering_v1_ListAuditEntriesRequest__Output } from '../../../gateway/metering/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_metering_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_metering_v1_ListAuditEntriesResponse__Output } from '../../../gateway/metering/v1/ListAuditEntriesResponse.ts';

export interface AuditServiceClient extends grpc.Client {
  ListAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _gateway_metering_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AuditServiceHandlers extends grpc.UntypedServiceImplementation {
  ListAuditEntries: grpc.handleUnaryCall<_gateway_metering_v1_ListAuditEntriesRequest__Output, _gateway_metering_v1_ListAuditEntriesResponse>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  ListAuditEntries: MethodDefinition<_gateway_metering_v1_ListAuditEntriesRequest, _gateway_metering_v1_ListAuditEntriesResponse, _gateway_metering_v1_ListAuditEntriesRequest__Output, _gateway_metering_v1_ListAuditEntriesResponse__Output>
}

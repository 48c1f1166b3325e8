// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConfirmTaskRequest as _gateway_billing_v1_ConfirmTaskRequest, ConfirmTaskRequest__Output as _gateway_billing_v1_ConfirmTaskRequest__Output } from '../../../gateway/billing/v1/ConfirmTaskRequest.ts';
import type { ConfirmTaskResponse as _gateway_billing_v1_ConfirmTaskResponse, ConfirmTaskResponse__Output as _gateway_billing_v1_ConfirmTaskResponse__Output } from '../../../gateway/billing/v1/ConfirmTaskResponse.ts';
import type { FindTaskRequest as _gateway_billing_v1_FindTaskRequest, FindTaskRequest__Output as _gateway_billing_v1_FindTaskRequest__Output } from '../../../gateway/billing/v1/FindTaskRequest.ts';
import type { FindTaskResponse as _gateway_billing_v1_FindTaskResponse, FindTaskResponse__Output as _gateway_billing_v1_FindTaskResponse__Output } from '../../../gateway/billing/v1/FindTaskResponse.ts';
import type { KeepTaskRequest as _gateway_billing_v1_KeepTaskRequest, KeepTaskRequest__Output as _gateway_billing_v1_KeepTaskRequest__Output } from '../../../gateway/billing/v1/KeepTaskRequest.ts';
import type { KeepTaskResponse as _gateway_billing_v1_KeepTaskResponse, KeepTaskResponse__Output as _gateway_billing_v1_KeepTaskResponse__Output } from '../../../gateway/billing/v1/KeepTaskResponse.ts';
import type { LeaseDueTasksRequest as _gateway_billing_v1_LeaseDueTasksRequest, LeaseDueTasksRequest__Output as _gateway_billing_v1_LeaseDueTasksRequest__Output } from '../../../gateway/billing/v1/LeaseDueTasksRequest.ts';
import type { LeaseDueTasksResponse as _gateway_billing_v1_LeaseDueTasksResponse, LeaseDueTasksResponse__Output as _gateway_billing_v1_LeaseDueTasksResponse__Output } from '../../../gateway/billing/v1/LeaseDueTasksResponse.ts';
import type { ListTasksRequest as _gateway_billing_v1_ListTasksRequest, ListTasksRequest__Output as _gateway_billing_v1_ListTasksRequest__Output } from '../../../gateway/billing/v1/ListTasksRequest.ts';
import type { ListTasksResponse as _gateway_billing_v1_ListTasksResponse, ListTasksResponse__Output as _gateway_billing_v1_ListTasksResponse__Output } from '../../../gateway/billing/v1/ListTasksResponse.ts';

export interface TaskServiceClient extends grpc.Client {
  ConfirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  confirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  confirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  confirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  confirmTask(argument: _gateway_billing_v1_ConfirmTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_ConfirmTaskResponse__Output>): grpc.ClientUnaryCall;
  
  FindTask(argument: _gateway_billing_v1_FindTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  FindTask(argument: _gateway_billing_v1_FindTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  FindTask(argument: _gateway_billing_v1_FindTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  FindTask(argument: _gateway_billing_v1_FindTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  findTask(argument: _gateway_billing_v1_FindTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  findTask(argument: _gateway_billing_v1_FindTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  findTask(argument: _gateway_billing_v1_FindTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  findTask(argument: _gateway_billing_v1_FindTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_FindTaskResponse__Output>): grpc.ClientUnaryCall;
  
  KeepTask(argument: _gateway_billing_v1_KeepTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  KeepTask(argument: _gateway_billing_v1_KeepTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  KeepTask(argument: _gateway_billing_v1_KeepTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  KeepTask(argument: _gateway_billing_v1_KeepTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  keepTask(argument: _gateway_billing_v1_KeepTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  keepTask(argument: _gateway_billing_v1_KeepTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  keepTask(argument: _gateway_billing_v1_KeepTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  keepTask(argument: _gateway_billing_v1_KeepTaskRequest, callback: grpc.requestCallback<_gateway_billing_v1_KeepTaskResponse__Output>): grpc.ClientUnaryCall;
  
  LeaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  LeaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  LeaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  LeaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  leaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  leaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  leaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  leaseDueTasks(argument: _gateway_billing_v1_LeaseDueTasksRequest, callback: grpc.requestCallback<_gateway_billing_v1_LeaseDueTasksResponse__Output>): grpc.ClientUnaryCall;
  
  ListTasks(argument: _gateway_billing_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _gateway_billing_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _gateway_billing_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _gateway_billing_v1_ListTasksRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _gateway_billing_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _gateway_billing_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _gateway_billing_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _gateway_billing_v1_ListTasksRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface TaskServiceHandlers extends grpc.UntypedServiceImplementation {
  ConfirmTask: grpc.handleUnaryCall<_gateway_billing_v1_ConfirmTaskRequest__Output, _gateway_billing_v1_ConfirmTaskResponse>;
  
  FindTask: grpc.handleUnaryCall<_gateway_billing_v1_FindTaskRequest__Output, _gateway_billing_v1_FindTaskResponse>;
  
  KeepTask: grpc.handleUnaryCall<_gateway_billing_v1_KeepTaskRequest__Output, _gateway_billing_v1_KeepTaskResponse>;
  
  LeaseDueTasks: grpc.handleUnaryCall<_gateway_billing_v1_LeaseDueTasksRequest__Output, _gateway_billing_v1_LeaseDueTasksResponse>;
  
  ListTasks: grpc.handleUnaryCall<_gateway_billing_v1_ListTasksRequest__Output, _gateway_billing_v1_ListTasksResponse>;
  
}

export interface TaskServiceDefinition extends grpc.ServiceDefinition {
  ConfirmTask: MethodDefinition<_gateway_billing_v1_ConfirmTaskRequest, _gateway_billing_v1_ConfirmTaskResponse, _gateway_billing_v1_ConfirmTaskRequest__Output, _gateway_billing_v1_ConfirmTaskResponse__Output>
  FindTask: MethodDefinition<_gateway_billing_v1_FindTaskRequest, _gateway_billing_v1_FindTaskResponse, _gateway_billing_v1_FindTaskRequest__Output, _gateway_billing_v1_FindTaskResponse__Output>
  KeepTask: MethodDefinition<_gateway_billing_v1_KeepTaskRequest, _gateway_billing_v1_KeepTaskResponse, _gateway_billing_v1_KeepTaskRequest__Output, _gateway_billing_v1_KeepTaskResponse__Output>
  LeaseDueTasks: MethodDefinition<_gateway_billing_v1_LeaseDueTasksRequest, _gateway_billing_v1_LeaseDueTasksResponse, _gateway_billing_v1_LeaseDueTasksRequest__Output, _gateway_billing_v1_LeaseDueTasksResponse__Output>
  ListTasks: MethodDefinition<_gateway_billing_v1_ListTasksRequest, _gateway_billing_v1_ListTasksResponse, _gateway_billing_v1_ListTasksRequest__Output, _gateway_billing_v1_ListTasksResponse__Output>
}

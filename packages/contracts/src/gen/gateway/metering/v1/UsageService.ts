// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConfirmCallsRequest as _gateway_metering_v1_ConfirmCallsRequest, ConfirmCallsRequest__Output as _gateway_metering_v1_ConfirmCallsRequest__Output } from '../../../gateway/metering/v1/ConfirmCallsRequest.ts';
import type { ConfirmCallsResponse as _gateway_metering_v1_ConfirmCallsResponse, ConfirmCallsResponse__Output as _gateway_metering_v1_ConfirmCallsResponse__Output } from '../../../gateway/metering/v1/ConfirmCallsResponse.ts';
import type { CountUsageRequest as _gateway_metering_v1_CountUsageRequest, CountUsageRequest__Output as _gateway_metering_v1_CountUsageRequest__Output } from '../../../gateway/metering/v1/CountUsageRequest.ts';
import type { CountUsageResponse as _gateway_metering_v1_CountUsageResponse, CountUsageResponse__Output as _gateway_metering_v1_CountUsageResponse__Output } from '../../../gateway/metering/v1/CountUsageResponse.ts';
import type { DigestUsageRequest as _gateway_metering_v1_DigestUsageRequest, DigestUsageRequest__Output as _gateway_metering_v1_DigestUsageRequest__Output } from '../../../gateway/metering/v1/DigestUsageRequest.ts';
import type { DigestUsageResponse as _gateway_metering_v1_DigestUsageResponse, DigestUsageResponse__Output as _gateway_metering_v1_DigestUsageResponse__Output } from '../../../gateway/metering/v1/DigestUsageResponse.ts';
import type { FindMissingUsageRequest as _gateway_metering_v1_FindMissingUsageRequest, FindMissingUsageRequest__Output as _gateway_metering_v1_FindMissingUsageRequest__Output } from '../../../gateway/metering/v1/FindMissingUsageRequest.ts';
import type { FindMissingUsageResponse as _gateway_metering_v1_FindMissingUsageResponse, FindMissingUsageResponse__Output as _gateway_metering_v1_FindMissingUsageResponse__Output } from '../../../gateway/metering/v1/FindMissingUsageResponse.ts';
import type { GetCallRequest as _gateway_metering_v1_GetCallRequest, GetCallRequest__Output as _gateway_metering_v1_GetCallRequest__Output } from '../../../gateway/metering/v1/GetCallRequest.ts';
import type { GetCallResponse as _gateway_metering_v1_GetCallResponse, GetCallResponse__Output as _gateway_metering_v1_GetCallResponse__Output } from '../../../gateway/metering/v1/GetCallResponse.ts';
import type { ListCallMarksRequest as _gateway_metering_v1_ListCallMarksRequest, ListCallMarksRequest__Output as _gateway_metering_v1_ListCallMarksRequest__Output } from '../../../gateway/metering/v1/ListCallMarksRequest.ts';
import type { ListCallMarksResponse as _gateway_metering_v1_ListCallMarksResponse, ListCallMarksResponse__Output as _gateway_metering_v1_ListCallMarksResponse__Output } from '../../../gateway/metering/v1/ListCallMarksResponse.ts';
import type { ListCallsRequest as _gateway_metering_v1_ListCallsRequest, ListCallsRequest__Output as _gateway_metering_v1_ListCallsRequest__Output } from '../../../gateway/metering/v1/ListCallsRequest.ts';
import type { ListCallsResponse as _gateway_metering_v1_ListCallsResponse, ListCallsResponse__Output as _gateway_metering_v1_ListCallsResponse__Output } from '../../../gateway/metering/v1/ListCallsResponse.ts';
import type { ListKeyUsesRequest as _gateway_metering_v1_ListKeyUsesRequest, ListKeyUsesRequest__Output as _gateway_metering_v1_ListKeyUsesRequest__Output } from '../../../gateway/metering/v1/ListKeyUsesRequest.ts';
import type { ListKeyUsesResponse as _gateway_metering_v1_ListKeyUsesResponse, ListKeyUsesResponse__Output as _gateway_metering_v1_ListKeyUsesResponse__Output } from '../../../gateway/metering/v1/ListKeyUsesResponse.ts';
import type { ListRecordedCallsRequest as _gateway_metering_v1_ListRecordedCallsRequest, ListRecordedCallsRequest__Output as _gateway_metering_v1_ListRecordedCallsRequest__Output } from '../../../gateway/metering/v1/ListRecordedCallsRequest.ts';
import type { ListRecordedCallsResponse as _gateway_metering_v1_ListRecordedCallsResponse, ListRecordedCallsResponse__Output as _gateway_metering_v1_ListRecordedCallsResponse__Output } from '../../../gateway/metering/v1/ListRecordedCallsResponse.ts';
import type { ListUnconfirmedCallsRequest as _gateway_metering_v1_ListUnconfirmedCallsRequest, ListUnconfirmedCallsRequest__Output as _gateway_metering_v1_ListUnconfirmedCallsRequest__Output } from '../../../gateway/metering/v1/ListUnconfirmedCallsRequest.ts';
import type { ListUnconfirmedCallsResponse as _gateway_metering_v1_ListUnconfirmedCallsResponse, ListUnconfirmedCallsResponse__Output as _gateway_metering_v1_ListUnconfirmedCallsResponse__Output } from '../../../gateway/metering/v1/ListUnconfirmedCallsResponse.ts';
import type { ListUsageRequest as _gateway_metering_v1_ListUsageRequest, ListUsageRequest__Output as _gateway_metering_v1_ListUsageRequest__Output } from '../../../gateway/metering/v1/ListUsageRequest.ts';
import type { ListUsageResponse as _gateway_metering_v1_ListUsageResponse, ListUsageResponse__Output as _gateway_metering_v1_ListUsageResponse__Output } from '../../../gateway/metering/v1/ListUsageResponse.ts';
import type { RecordUsageBatchRequest as _gateway_metering_v1_RecordUsageBatchRequest, RecordUsageBatchRequest__Output as _gateway_metering_v1_RecordUsageBatchRequest__Output } from '../../../gateway/metering/v1/RecordUsageBatchRequest.ts';
import type { RecordUsageBatchResponse as _gateway_metering_v1_RecordUsageBatchResponse, RecordUsageBatchResponse__Output as _gateway_metering_v1_RecordUsageBatchResponse__Output } from '../../../gateway/metering/v1/RecordUsageBatchResponse.ts';
import type { RecordUsageRequest as _gateway_metering_v1_RecordUsageRequest, RecordUsageRequest__Output as _gateway_metering_v1_RecordUsageRequest__Output } from '../../../gateway/metering/v1/RecordUsageRequest.ts';
import type { RecordUsageResponse as _gateway_metering_v1_RecordUsageResponse, RecordUsageResponse__Output as _gateway_metering_v1_RecordUsageResponse__Output } from '../../../gateway/metering/v1/RecordUsageResponse.ts';
import type { RecordUsageStreamRequest as _gateway_metering_v1_RecordUsageStreamRequest, RecordUsageStreamRequest__Output as _gateway_metering_v1_RecordUsageStreamRequest__Output } from '../../../gateway/metering/v1/RecordUsageStreamRequest.ts';
import type { RecordUsageStreamResponse as _gateway_metering_v1_RecordUsageStreamResponse, RecordUsageStreamResponse__Output as _gateway_metering_v1_RecordUsageStreamResponse__Output } from '../../../gateway/metering/v1/RecordUsageStreamResponse.ts';
import type { RetractUsageRequest as _gateway_metering_v1_RetractUsageRequest, RetractUsageRequest__Output as _gateway_metering_v1_RetractUsageRequest__Output } from '../../../gateway/metering/v1/RetractUsageRequest.ts';
import type { RetractUsageResponse as _gateway_metering_v1_RetractUsageResponse, RetractUsageResponse__Output as _gateway_metering_v1_RetractUsageResponse__Output } from '../../../gateway/metering/v1/RetractUsageResponse.ts';
import type { SummarizeOutcomesRequest as _gateway_metering_v1_SummarizeOutcomesRequest, SummarizeOutcomesRequest__Output as _gateway_metering_v1_SummarizeOutcomesRequest__Output } from '../../../gateway/metering/v1/SummarizeOutcomesRequest.ts';
import type { SummarizeOutcomesResponse as _gateway_metering_v1_SummarizeOutcomesResponse, SummarizeOutcomesResponse__Output as _gateway_metering_v1_SummarizeOutcomesResponse__Output } from '../../../gateway/metering/v1/SummarizeOutcomesResponse.ts';
import type { SummarizeUsageByRequest as _gateway_metering_v1_SummarizeUsageByRequest, SummarizeUsageByRequest__Output as _gateway_metering_v1_SummarizeUsageByRequest__Output } from '../../../gateway/metering/v1/SummarizeUsageByRequest.ts';
import type { SummarizeUsageByResponse as _gateway_metering_v1_SummarizeUsageByResponse, SummarizeUsageByResponse__Output as _gateway_metering_v1_SummarizeUsageByResponse__Output } from '../../../gateway/metering/v1/SummarizeUsageByResponse.ts';
import type { SummarizeUsageRequest as _gateway_metering_v1_SummarizeUsageRequest, SummarizeUsageRequest__Output as _gateway_metering_v1_SummarizeUsageRequest__Output } from '../../../gateway/metering/v1/SummarizeUsageRequest.ts';
import type { SummarizeUsageResponse as _gateway_metering_v1_SummarizeUsageResponse, SummarizeUsageResponse__Output as _gateway_metering_v1_SummarizeUsageResponse__Output } from '../../../gateway/metering/v1/SummarizeUsageResponse.ts';

export interface UsageServiceClient extends grpc.Client {
  ConfirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  ConfirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  ConfirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  ConfirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  confirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  confirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  confirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  confirmCalls(argument: _gateway_metering_v1_ConfirmCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ConfirmCallsResponse__Output>): grpc.ClientUnaryCall;
  
  CountUsage(argument: _gateway_metering_v1_CountUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  CountUsage(argument: _gateway_metering_v1_CountUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  CountUsage(argument: _gateway_metering_v1_CountUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  CountUsage(argument: _gateway_metering_v1_CountUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  countUsage(argument: _gateway_metering_v1_CountUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  countUsage(argument: _gateway_metering_v1_CountUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  countUsage(argument: _gateway_metering_v1_CountUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  countUsage(argument: _gateway_metering_v1_CountUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_CountUsageResponse__Output>): grpc.ClientUnaryCall;
  
  DigestUsage(argument: _gateway_metering_v1_DigestUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  DigestUsage(argument: _gateway_metering_v1_DigestUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  DigestUsage(argument: _gateway_metering_v1_DigestUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  DigestUsage(argument: _gateway_metering_v1_DigestUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  digestUsage(argument: _gateway_metering_v1_DigestUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  digestUsage(argument: _gateway_metering_v1_DigestUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  digestUsage(argument: _gateway_metering_v1_DigestUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  digestUsage(argument: _gateway_metering_v1_DigestUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_DigestUsageResponse__Output>): grpc.ClientUnaryCall;
  
  FindMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  FindMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  FindMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  FindMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  findMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  findMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  findMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  findMissingUsage(argument: _gateway_metering_v1_FindMissingUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_FindMissingUsageResponse__Output>): grpc.ClientUnaryCall;
  
  GetCall(argument: _gateway_metering_v1_GetCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  GetCall(argument: _gateway_metering_v1_GetCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  GetCall(argument: _gateway_metering_v1_GetCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  GetCall(argument: _gateway_metering_v1_GetCallRequest, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  getCall(argument: _gateway_metering_v1_GetCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  getCall(argument: _gateway_metering_v1_GetCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  getCall(argument: _gateway_metering_v1_GetCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  getCall(argument: _gateway_metering_v1_GetCallRequest, callback: grpc.requestCallback<_gateway_metering_v1_GetCallResponse__Output>): grpc.ClientUnaryCall;
  
  ListCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  ListCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  ListCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  ListCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  listCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  listCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  listCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  listCallMarks(argument: _gateway_metering_v1_ListCallMarksRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListCallMarksResponse__Output>): grpc.ClientUnaryCall;
  
  ListCalls(argument: _gateway_metering_v1_ListCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCalls(argument: _gateway_metering_v1_ListCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCalls(argument: _gateway_metering_v1_ListCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  ListCalls(argument: _gateway_metering_v1_ListCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  listCalls(argument: _gateway_metering_v1_ListCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  listCalls(argument: _gateway_metering_v1_ListCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  listCalls(argument: _gateway_metering_v1_ListCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  listCalls(argument: _gateway_metering_v1_ListCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListCallsResponse__Output>): grpc.ClientUnaryCall;
  
  ListKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  ListKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  ListKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  ListKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  listKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  listKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  listKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  listKeyUses(argument: _gateway_metering_v1_ListKeyUsesRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListKeyUsesResponse__Output>): grpc.ClientUnaryCall;
  
  ListRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  listRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  listRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  listRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  listRecordedCalls(argument: _gateway_metering_v1_ListRecordedCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListRecordedCallsResponse__Output>): grpc.ClientUnaryCall;
  
  ListUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  ListUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  listUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  listUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  listUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  listUnconfirmedCalls(argument: _gateway_metering_v1_ListUnconfirmedCallsRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListUnconfirmedCallsResponse__Output>): grpc.ClientUnaryCall;
  
  ListUsage(argument: _gateway_metering_v1_ListUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  ListUsage(argument: _gateway_metering_v1_ListUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  ListUsage(argument: _gateway_metering_v1_ListUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  ListUsage(argument: _gateway_metering_v1_ListUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  listUsage(argument: _gateway_metering_v1_ListUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  listUsage(argument: _gateway_metering_v1_ListUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  listUsage(argument: _gateway_metering_v1_ListUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  listUsage(argument: _gateway_metering_v1_ListUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_ListUsageResponse__Output>): grpc.ClientUnaryCall;
  
  RecordUsage(argument: _gateway_metering_v1_RecordUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  RecordUsage(argument: _gateway_metering_v1_RecordUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  RecordUsage(argument: _gateway_metering_v1_RecordUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  RecordUsage(argument: _gateway_metering_v1_RecordUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  recordUsage(argument: _gateway_metering_v1_RecordUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  recordUsage(argument: _gateway_metering_v1_RecordUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  recordUsage(argument: _gateway_metering_v1_RecordUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  recordUsage(argument: _gateway_metering_v1_RecordUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageResponse__Output>): grpc.ClientUnaryCall;
  
  RecordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  RecordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  RecordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  RecordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  recordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  recordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  recordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  recordUsageBatch(argument: _gateway_metering_v1_RecordUsageBatchRequest, callback: grpc.requestCallback<_gateway_metering_v1_RecordUsageBatchResponse__Output>): grpc.ClientUnaryCall;
  
  RecordUsageStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamResponse__Output>;
  RecordUsageStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamResponse__Output>;
  recordUsageStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamResponse__Output>;
  recordUsageStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamResponse__Output>;
  
  RetractUsage(argument: _gateway_metering_v1_RetractUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  RetractUsage(argument: _gateway_metering_v1_RetractUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  RetractUsage(argument: _gateway_metering_v1_RetractUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  RetractUsage(argument: _gateway_metering_v1_RetractUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  retractUsage(argument: _gateway_metering_v1_RetractUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  retractUsage(argument: _gateway_metering_v1_RetractUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  retractUsage(argument: _gateway_metering_v1_RetractUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  retractUsage(argument: _gateway_metering_v1_RetractUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_RetractUsageResponse__Output>): grpc.ClientUnaryCall;
  
  SummarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  SummarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  summarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  summarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  summarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  summarizeOutcomes(argument: _gateway_metering_v1_SummarizeOutcomesRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeOutcomesResponse__Output>): grpc.ClientUnaryCall;
  
  SummarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsage(argument: _gateway_metering_v1_SummarizeUsageRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageResponse__Output>): grpc.ClientUnaryCall;
  
  SummarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  SummarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  summarizeUsageBy(argument: _gateway_metering_v1_SummarizeUsageByRequest, callback: grpc.requestCallback<_gateway_metering_v1_SummarizeUsageByResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface UsageServiceHandlers extends grpc.UntypedServiceImplementation {
  ConfirmCalls: grpc.handleUnaryCall<_gateway_metering_v1_ConfirmCallsRequest__Output, _gateway_metering_v1_ConfirmCallsResponse>;
  
  CountUsage: grpc.handleUnaryCall<_gateway_metering_v1_CountUsageRequest__Output, _gateway_metering_v1_CountUsageResponse>;
  
  DigestUsage: grpc.handleUnaryCall<_gateway_metering_v1_DigestUsageRequest__Output, _gateway_metering_v1_DigestUsageResponse>;
  
  FindMissingUsage: grpc.handleUnaryCall<_gateway_metering_v1_FindMissingUsageRequest__Output, _gateway_metering_v1_FindMissingUsageResponse>;
  
  GetCall: grpc.handleUnaryCall<_gateway_metering_v1_GetCallRequest__Output, _gateway_metering_v1_GetCallResponse>;
  
  ListCallMarks: grpc.handleUnaryCall<_gateway_metering_v1_ListCallMarksRequest__Output, _gateway_metering_v1_ListCallMarksResponse>;
  
  ListCalls: grpc.handleUnaryCall<_gateway_metering_v1_ListCallsRequest__Output, _gateway_metering_v1_ListCallsResponse>;
  
  ListKeyUses: grpc.handleUnaryCall<_gateway_metering_v1_ListKeyUsesRequest__Output, _gateway_metering_v1_ListKeyUsesResponse>;
  
  ListRecordedCalls: grpc.handleUnaryCall<_gateway_metering_v1_ListRecordedCallsRequest__Output, _gateway_metering_v1_ListRecordedCallsResponse>;
  
  ListUnconfirmedCalls: grpc.handleUnaryCall<_gateway_metering_v1_ListUnconfirmedCallsRequest__Output, _gateway_metering_v1_ListUnconfirmedCallsResponse>;
  
  ListUsage: grpc.handleUnaryCall<_gateway_metering_v1_ListUsageRequest__Output, _gateway_metering_v1_ListUsageResponse>;
  
  RecordUsage: grpc.handleUnaryCall<_gateway_metering_v1_RecordUsageRequest__Output, _gateway_metering_v1_RecordUsageResponse>;
  
  RecordUsageBatch: grpc.handleUnaryCall<_gateway_metering_v1_RecordUsageBatchRequest__Output, _gateway_metering_v1_RecordUsageBatchResponse>;
  
  RecordUsageStream: grpc.handleBidiStreamingCall<_gateway_metering_v1_RecordUsageStreamRequest__Output, _gateway_metering_v1_RecordUsageStreamResponse>;
  
  RetractUsage: grpc.handleUnaryCall<_gateway_metering_v1_RetractUsageRequest__Output, _gateway_metering_v1_RetractUsageResponse>;
  
  SummarizeOutcomes: grpc.handleUnaryCall<_gateway_metering_v1_SummarizeOutcomesRequest__Output, _gateway_metering_v1_SummarizeOutcomesResponse>;
  
  SummarizeUsage: grpc.handleUnaryCall<_gateway_metering_v1_SummarizeUsageRequest__Output, _gateway_metering_v1_SummarizeUsageResponse>;
  
  SummarizeUsageBy: grpc.handleUnaryCall<_gateway_metering_v1_SummarizeUsageByRequest__Output, _gateway_metering_v1_SummarizeUsageByResponse>;
  
}

export interface UsageServiceDefinition extends grpc.ServiceDefinition {
  ConfirmCalls: MethodDefinition<_gateway_metering_v1_ConfirmCallsRequest, _gateway_metering_v1_ConfirmCallsResponse, _gateway_metering_v1_ConfirmCallsRequest__Output, _gateway_metering_v1_ConfirmCallsResponse__Output>
  CountUsage: MethodDefinition<_gateway_metering_v1_CountUsageRequest, _gateway_metering_v1_CountUsageResponse, _gateway_metering_v1_CountUsageRequest__Output, _gateway_metering_v1_CountUsageResponse__Output>
  DigestUsage: MethodDefinition<_gateway_metering_v1_DigestUsageRequest, _gateway_metering_v1_DigestUsageResponse, _gateway_metering_v1_DigestUsageRequest__Output, _gateway_metering_v1_DigestUsageResponse__Output>
  FindMissingUsage: MethodDefinition<_gateway_metering_v1_FindMissingUsageRequest, _gateway_metering_v1_FindMissingUsageResponse, _gateway_metering_v1_FindMissingUsageRequest__Output, _gateway_metering_v1_FindMissingUsageResponse__Output>
  GetCall: MethodDefinition<_gateway_metering_v1_GetCallRequest, _gateway_metering_v1_GetCallResponse, _gateway_metering_v1_GetCallRequest__Output, _gateway_metering_v1_GetCallResponse__Output>
  ListCallMarks: MethodDefinition<_gateway_metering_v1_ListCallMarksRequest, _gateway_metering_v1_ListCallMarksResponse, _gateway_metering_v1_ListCallMarksRequest__Output, _gateway_metering_v1_ListCallMarksResponse__Output>
  ListCalls: MethodDefinition<_gateway_metering_v1_ListCallsRequest, _gateway_metering_v1_ListCallsResponse, _gateway_metering_v1_ListCallsRequest__Output, _gateway_metering_v1_ListCallsResponse__Output>
  ListKeyUses: MethodDefinition<_gateway_metering_v1_ListKeyUsesRequest, _gateway_metering_v1_ListKeyUsesResponse, _gateway_metering_v1_ListKeyUsesRequest__Output, _gateway_metering_v1_ListKeyUsesResponse__Output>
  ListRecordedCalls: MethodDefinition<_gateway_metering_v1_ListRecordedCallsRequest, _gateway_metering_v1_ListRecordedCallsResponse, _gateway_metering_v1_ListRecordedCallsRequest__Output, _gateway_metering_v1_ListRecordedCallsResponse__Output>
  ListUnconfirmedCalls: MethodDefinition<_gateway_metering_v1_ListUnconfirmedCallsRequest, _gateway_metering_v1_ListUnconfirmedCallsResponse, _gateway_metering_v1_ListUnconfirmedCallsRequest__Output, _gateway_metering_v1_ListUnconfirmedCallsResponse__Output>
  ListUsage: MethodDefinition<_gateway_metering_v1_ListUsageRequest, _gateway_metering_v1_ListUsageResponse, _gateway_metering_v1_ListUsageRequest__Output, _gateway_metering_v1_ListUsageResponse__Output>
  RecordUsage: MethodDefinition<_gateway_metering_v1_RecordUsageRequest, _gateway_metering_v1_RecordUsageResponse, _gateway_metering_v1_RecordUsageRequest__Output, _gateway_metering_v1_RecordUsageResponse__Output>
  RecordUsageBatch: MethodDefinition<_gateway_metering_v1_RecordUsageBatchRequest, _gateway_metering_v1_RecordUsageBatchResponse, _gateway_metering_v1_RecordUsageBatchRequest__Output, _gateway_metering_v1_RecordUsageBatchResponse__Output>
  RecordUsageStream: MethodDefinition<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamResponse, _gateway_metering_v1_RecordUsageStreamRequest__Output, _gateway_metering_v1_RecordUsageStreamResponse__Output>
  RetractUsage: MethodDefinition<_gateway_metering_v1_RetractUsageRequest, _gateway_metering_v1_RetractUsageResponse, _gateway_metering_v1_RetractUsageRequest__Output, _gateway_metering_v1_RetractUsageResponse__Output>
  SummarizeOutcomes: MethodDefinition<_gateway_metering_v1_SummarizeOutcomesRequest, _gateway_metering_v1_SummarizeOutcomesResponse, _gateway_metering_v1_SummarizeOutcomesRequest__Output, _gateway_metering_v1_SummarizeOutcomesResponse__Output>
  SummarizeUsage: MethodDefinition<_gateway_metering_v1_SummarizeUsageRequest, _gateway_metering_v1_SummarizeUsageResponse, _gateway_metering_v1_SummarizeUsageRequest__Output, _gateway_metering_v1_SummarizeUsageResponse__Output>
  SummarizeUsageBy: MethodDefinition<_gateway_metering_v1_SummarizeUsageByRequest, _gateway_metering_v1_SummarizeUsageByResponse, _gateway_metering_v1_SummarizeUsageByRequest__Output, _gateway_metering_v1_SummarizeUsageByResponse__Output>
}

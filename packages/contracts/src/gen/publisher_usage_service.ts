import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallDigests as _gateway_metering_v1_CallDigests, CallDigests__Output as _gateway_metering_v1_CallDigests__Output } from './gateway/metering/v1/CallDigests.ts';
import type { CallMark as _gateway_metering_v1_CallMark, CallMark__Output as _gateway_metering_v1_CallMark__Output } from './gateway/metering/v1/CallMark.ts';
import type { CallObservation as _gateway_metering_v1_CallObservation, CallObservation__Output as _gateway_metering_v1_CallObservation__Output } from './gateway/metering/v1/CallObservation.ts';
import type { CallStage as _gateway_metering_v1_CallStage, CallStage__Output as _gateway_metering_v1_CallStage__Output } from './gateway/metering/v1/CallStage.ts';
import type { CallSummary as _gateway_metering_v1_CallSummary, CallSummary__Output as _gateway_metering_v1_CallSummary__Output } from './gateway/metering/v1/CallSummary.ts';
import type { ConfirmCallsRequest as _gateway_metering_v1_ConfirmCallsRequest, ConfirmCallsRequest__Output as _gateway_metering_v1_ConfirmCallsRequest__Output } from './gateway/metering/v1/ConfirmCallsRequest.ts';
import type { ConfirmCallsResponse as _gateway_metering_v1_ConfirmCallsResponse, ConfirmCallsResponse__Output as _gateway_metering_v1_ConfirmCallsResponse__Output } from './gateway/metering/v1/ConfirmCallsResponse.ts';
import type { CountUsageRequest as _gateway_metering_v1_CountUsageRequest, CountUsageRequest__Output as _gateway_metering_v1_CountUsageRequest__Output } from './gateway/metering/v1/CountUsageRequest.ts';
import type { CountUsageResponse as _gateway_metering_v1_CountUsageResponse, CountUsageResponse__Output as _gateway_metering_v1_CountUsageResponse__Output } from './gateway/metering/v1/CountUsageResponse.ts';
import type { DigestUsageRequest as _gateway_metering_v1_DigestUsageRequest, DigestUsageRequest__Output as _gateway_metering_v1_DigestUsageRequest__Output } from './gateway/metering/v1/DigestUsageRequest.ts';
import type { DigestUsageResponse as _gateway_metering_v1_DigestUsageResponse, DigestUsageResponse__Output as _gateway_metering_v1_DigestUsageResponse__Output } from './gateway/metering/v1/DigestUsageResponse.ts';
import type { FailedCall as _gateway_metering_v1_FailedCall, FailedCall__Output as _gateway_metering_v1_FailedCall__Output } from './gateway/metering/v1/FailedCall.ts';
import type { FailureCount as _gateway_metering_v1_FailureCount, FailureCount__Output as _gateway_metering_v1_FailureCount__Output } from './gateway/metering/v1/FailureCount.ts';
import type { FindMissingUsageRequest as _gateway_metering_v1_FindMissingUsageRequest, FindMissingUsageRequest__Output as _gateway_metering_v1_FindMissingUsageRequest__Output } from './gateway/metering/v1/FindMissingUsageRequest.ts';
import type { FindMissingUsageResponse as _gateway_metering_v1_FindMissingUsageResponse, FindMissingUsageResponse__Output as _gateway_metering_v1_FindMissingUsageResponse__Output } from './gateway/metering/v1/FindMissingUsageResponse.ts';
import type { GetCallRequest as _gateway_metering_v1_GetCallRequest, GetCallRequest__Output as _gateway_metering_v1_GetCallRequest__Output } from './gateway/metering/v1/GetCallRequest.ts';
import type { GetCallResponse as _gateway_metering_v1_GetCallResponse, GetCallResponse__Output as _gateway_metering_v1_GetCallResponse__Output } from './gateway/metering/v1/GetCallResponse.ts';
import type { KeyUse as _gateway_metering_v1_KeyUse, KeyUse__Output as _gateway_metering_v1_KeyUse__Output } from './gateway/metering/v1/KeyUse.ts';
import type { ListCallMarksRequest as _gateway_metering_v1_ListCallMarksRequest, ListCallMarksRequest__Output as _gateway_metering_v1_ListCallMarksRequest__Output } from './gateway/metering/v1/ListCallMarksRequest.ts';
import type { ListCallMarksResponse as _gateway_metering_v1_ListCallMarksResponse, ListCallMarksResponse__Output as _gateway_metering_v1_ListCallMarksResponse__Output } from './gateway/metering/v1/ListCallMarksResponse.ts';
import type { ListCallsRequest as _gateway_metering_v1_ListCallsRequest, ListCallsRequest__Output as _gateway_metering_v1_ListCallsRequest__Output } from './gateway/metering/v1/ListCallsRequest.ts';
import type { ListCallsResponse as _gateway_metering_v1_ListCallsResponse, ListCallsResponse__Output as _gateway_metering_v1_ListCallsResponse__Output } from './gateway/metering/v1/ListCallsResponse.ts';
import type { ListFailuresRequest as _gateway_metering_v1_ListFailuresRequest, ListFailuresRequest__Output as _gateway_metering_v1_ListFailuresRequest__Output } from './gateway/metering/v1/ListFailuresRequest.ts';
import type { ListFailuresResponse as _gateway_metering_v1_ListFailuresResponse, ListFailuresResponse__Output as _gateway_metering_v1_ListFailuresResponse__Output } from './gateway/metering/v1/ListFailuresResponse.ts';
import type { ListKeyUsesRequest as _gateway_metering_v1_ListKeyUsesRequest, ListKeyUsesRequest__Output as _gateway_metering_v1_ListKeyUsesRequest__Output } from './gateway/metering/v1/ListKeyUsesRequest.ts';
import type { ListKeyUsesResponse as _gateway_metering_v1_ListKeyUsesResponse, ListKeyUsesResponse__Output as _gateway_metering_v1_ListKeyUsesResponse__Output } from './gateway/metering/v1/ListKeyUsesResponse.ts';
import type { ListRecordedCallsRequest as _gateway_metering_v1_ListRecordedCallsRequest, ListRecordedCallsRequest__Output as _gateway_metering_v1_ListRecordedCallsRequest__Output } from './gateway/metering/v1/ListRecordedCallsRequest.ts';
import type { ListRecordedCallsResponse as _gateway_metering_v1_ListRecordedCallsResponse, ListRecordedCallsResponse__Output as _gateway_metering_v1_ListRecordedCallsResponse__Output } from './gateway/metering/v1/ListRecordedCallsResponse.ts';
import type { ListUnconfirmedCallsRequest as _gateway_metering_v1_ListUnconfirmedCallsRequest, ListUnconfirmedCallsRequest__Output as _gateway_metering_v1_ListUnconfirmedCallsRequest__Output } from './gateway/metering/v1/ListUnconfirmedCallsRequest.ts';
import type { ListUnconfirmedCallsResponse as _gateway_metering_v1_ListUnconfirmedCallsResponse, ListUnconfirmedCallsResponse__Output as _gateway_metering_v1_ListUnconfirmedCallsResponse__Output } from './gateway/metering/v1/ListUnconfirmedCallsResponse.ts';
import type { ListUsageRequest as _gateway_metering_v1_ListUsageRequest, ListUsageRequest__Output as _gateway_metering_v1_ListUsageRequest__Output } from './gateway/metering/v1/ListUsageRequest.ts';
import type { ListUsageResponse as _gateway_metering_v1_ListUsageResponse, ListUsageResponse__Output as _gateway_metering_v1_ListUsageResponse__Output } from './gateway/metering/v1/ListUsageResponse.ts';
import type { OutcomeSum as _gateway_metering_v1_OutcomeSum, OutcomeSum__Output as _gateway_metering_v1_OutcomeSum__Output } from './gateway/metering/v1/OutcomeSum.ts';
import type { PublisherUsageServiceClient as _gateway_metering_v1_PublisherUsageServiceClient, PublisherUsageServiceDefinition as _gateway_metering_v1_PublisherUsageServiceDefinition } from './gateway/metering/v1/PublisherUsageService.ts';
import type { PublisherUsageSum as _gateway_metering_v1_PublisherUsageSum, PublisherUsageSum__Output as _gateway_metering_v1_PublisherUsageSum__Output } from './gateway/metering/v1/PublisherUsageSum.ts';
import type { RecordUsageBatchRequest as _gateway_metering_v1_RecordUsageBatchRequest, RecordUsageBatchRequest__Output as _gateway_metering_v1_RecordUsageBatchRequest__Output } from './gateway/metering/v1/RecordUsageBatchRequest.ts';
import type { RecordUsageBatchResponse as _gateway_metering_v1_RecordUsageBatchResponse, RecordUsageBatchResponse__Output as _gateway_metering_v1_RecordUsageBatchResponse__Output } from './gateway/metering/v1/RecordUsageBatchResponse.ts';
import type { RecordUsageRequest as _gateway_metering_v1_RecordUsageRequest, RecordUsageRequest__Output as _gateway_metering_v1_RecordUsageRequest__Output } from './gateway/metering/v1/RecordUsageRequest.ts';
import type { RecordUsageResponse as _gateway_metering_v1_RecordUsageResponse, RecordUsageResponse__Output as _gateway_metering_v1_RecordUsageResponse__Output } from './gateway/metering/v1/RecordUsageResponse.ts';
import type { RecordUsageResult as _gateway_metering_v1_RecordUsageResult, RecordUsageResult__Output as _gateway_metering_v1_RecordUsageResult__Output } from './gateway/metering/v1/RecordUsageResult.ts';
import type { RecordUsageStreamRequest as _gateway_metering_v1_RecordUsageStreamRequest, RecordUsageStreamRequest__Output as _gateway_metering_v1_RecordUsageStreamRequest__Output } from './gateway/metering/v1/RecordUsageStreamRequest.ts';
import type { RecordUsageStreamResponse as _gateway_metering_v1_RecordUsageStreamResponse, RecordUsageStreamResponse__Output as _gateway_metering_v1_RecordUsageStreamResponse__Output } from './gateway/metering/v1/RecordUsageStreamResponse.ts';
import type { RetractUsageRequest as _gateway_metering_v1_RetractUsageRequest, RetractUsageRequest__Output as _gateway_metering_v1_RetractUsageRequest__Output } from './gateway/metering/v1/RetractUsageRequest.ts';
import type { RetractUsageResponse as _gateway_metering_v1_RetractUsageResponse, RetractUsageResponse__Output as _gateway_metering_v1_RetractUsageResponse__Output } from './gateway/metering/v1/RetractUsageResponse.ts';
import type { SummarizeFailuresRequest as _gateway_metering_v1_SummarizeFailuresRequest, SummarizeFailuresRequest__Output as _gateway_metering_v1_SummarizeFailuresRequest__Output } from './gateway/metering/v1/SummarizeFailuresRequest.ts';
import type { SummarizeFailuresResponse as _gateway_metering_v1_SummarizeFailuresResponse, SummarizeFailuresResponse__Output as _gateway_metering_v1_SummarizeFailuresResponse__Output } from './gateway/metering/v1/SummarizeFailuresResponse.ts';
import type { SummarizeOutcomesRequest as _gateway_metering_v1_SummarizeOutcomesRequest, SummarizeOutcomesRequest__Output as _gateway_metering_v1_SummarizeOutcomesRequest__Output } from './gateway/metering/v1/SummarizeOutcomesRequest.ts';
import type { SummarizeOutcomesResponse as _gateway_metering_v1_SummarizeOutcomesResponse, SummarizeOutcomesResponse__Output as _gateway_metering_v1_SummarizeOutcomesResponse__Output } from './gateway/metering/v1/SummarizeOutcomesResponse.ts';
import type { SummarizePublisherUsageRequest as _gateway_metering_v1_SummarizePublisherUsageRequest, SummarizePublisherUsageRequest__Output as _gateway_metering_v1_SummarizePublisherUsageRequest__Output } from './gateway/metering/v1/SummarizePublisherUsageRequest.ts';
import type { SummarizePublisherUsageResponse as _gateway_metering_v1_SummarizePublisherUsageResponse, SummarizePublisherUsageResponse__Output as _gateway_metering_v1_SummarizePublisherUsageResponse__Output } from './gateway/metering/v1/SummarizePublisherUsageResponse.ts';
import type { SummarizeUsageByRequest as _gateway_metering_v1_SummarizeUsageByRequest, SummarizeUsageByRequest__Output as _gateway_metering_v1_SummarizeUsageByRequest__Output } from './gateway/metering/v1/SummarizeUsageByRequest.ts';
import type { SummarizeUsageByResponse as _gateway_metering_v1_SummarizeUsageByResponse, SummarizeUsageByResponse__Output as _gateway_metering_v1_SummarizeUsageByResponse__Output } from './gateway/metering/v1/SummarizeUsageByResponse.ts';
import type { SummarizeUsageRequest as _gateway_metering_v1_SummarizeUsageRequest, SummarizeUsageRequest__Output as _gateway_metering_v1_SummarizeUsageRequest__Output } from './gateway/metering/v1/SummarizeUsageRequest.ts';
import type { SummarizeUsageResponse as _gateway_metering_v1_SummarizeUsageResponse, SummarizeUsageResponse__Output as _gateway_metering_v1_SummarizeUsageResponse__Output } from './gateway/metering/v1/SummarizeUsageResponse.ts';
import type { UsageBucket as _gateway_metering_v1_UsageBucket, UsageBucket__Output as _gateway_metering_v1_UsageBucket__Output } from './gateway/metering/v1/UsageBucket.ts';
import type { UsageDigest as _gateway_metering_v1_UsageDigest, UsageDigest__Output as _gateway_metering_v1_UsageDigest__Output } from './gateway/metering/v1/UsageDigest.ts';
import type { UsageRecord as _gateway_metering_v1_UsageRecord, UsageRecord__Output as _gateway_metering_v1_UsageRecord__Output } from './gateway/metering/v1/UsageRecord.ts';
import type { UsageServiceClient as _gateway_metering_v1_UsageServiceClient, UsageServiceDefinition as _gateway_metering_v1_UsageServiceDefinition } from './gateway/metering/v1/UsageService.ts';
import type { UsageSum as _gateway_metering_v1_UsageSum, UsageSum__Output as _gateway_metering_v1_UsageSum__Output } from './gateway/metering/v1/UsageSum.ts';
import type { UsageTotal as _gateway_metering_v1_UsageTotal, UsageTotal__Output as _gateway_metering_v1_UsageTotal__Output } from './gateway/metering/v1/UsageTotal.ts';
import type { Any as _gateway_rpc_v1_Any, Any__Output as _gateway_rpc_v1_Any__Output } from './gateway/rpc/v1/Any.ts';
import type { ErrorInfo as _gateway_rpc_v1_ErrorInfo, ErrorInfo__Output as _gateway_rpc_v1_ErrorInfo__Output } from './gateway/rpc/v1/ErrorInfo.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from './gateway/rpc/v1/Refusal.ts';
import type { Status as _gateway_rpc_v1_Status, Status__Output as _gateway_rpc_v1_Status__Output } from './gateway/rpc/v1/Status.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    metering: {
      v1: {
        CallDigests: MessageTypeDefinition<_gateway_metering_v1_CallDigests, _gateway_metering_v1_CallDigests__Output>
        CallMark: MessageTypeDefinition<_gateway_metering_v1_CallMark, _gateway_metering_v1_CallMark__Output>
        CallObservation: MessageTypeDefinition<_gateway_metering_v1_CallObservation, _gateway_metering_v1_CallObservation__Output>
        CallStage: MessageTypeDefinition<_gateway_metering_v1_CallStage, _gateway_metering_v1_CallStage__Output>
        CallSummary: MessageTypeDefinition<_gateway_metering_v1_CallSummary, _gateway_metering_v1_CallSummary__Output>
        ConfirmCallsRequest: MessageTypeDefinition<_gateway_metering_v1_ConfirmCallsRequest, _gateway_metering_v1_ConfirmCallsRequest__Output>
        ConfirmCallsResponse: MessageTypeDefinition<_gateway_metering_v1_ConfirmCallsResponse, _gateway_metering_v1_ConfirmCallsResponse__Output>
        CountUsageRequest: MessageTypeDefinition<_gateway_metering_v1_CountUsageRequest, _gateway_metering_v1_CountUsageRequest__Output>
        CountUsageResponse: MessageTypeDefinition<_gateway_metering_v1_CountUsageResponse, _gateway_metering_v1_CountUsageResponse__Output>
        DigestUsageRequest: MessageTypeDefinition<_gateway_metering_v1_DigestUsageRequest, _gateway_metering_v1_DigestUsageRequest__Output>
        DigestUsageResponse: MessageTypeDefinition<_gateway_metering_v1_DigestUsageResponse, _gateway_metering_v1_DigestUsageResponse__Output>
        FailedCall: MessageTypeDefinition<_gateway_metering_v1_FailedCall, _gateway_metering_v1_FailedCall__Output>
        FailureCount: MessageTypeDefinition<_gateway_metering_v1_FailureCount, _gateway_metering_v1_FailureCount__Output>
        FindMissingUsageRequest: MessageTypeDefinition<_gateway_metering_v1_FindMissingUsageRequest, _gateway_metering_v1_FindMissingUsageRequest__Output>
        FindMissingUsageResponse: MessageTypeDefinition<_gateway_metering_v1_FindMissingUsageResponse, _gateway_metering_v1_FindMissingUsageResponse__Output>
        GetCallRequest: MessageTypeDefinition<_gateway_metering_v1_GetCallRequest, _gateway_metering_v1_GetCallRequest__Output>
        GetCallResponse: MessageTypeDefinition<_gateway_metering_v1_GetCallResponse, _gateway_metering_v1_GetCallResponse__Output>
        KeyUse: MessageTypeDefinition<_gateway_metering_v1_KeyUse, _gateway_metering_v1_KeyUse__Output>
        ListCallMarksRequest: MessageTypeDefinition<_gateway_metering_v1_ListCallMarksRequest, _gateway_metering_v1_ListCallMarksRequest__Output>
        ListCallMarksResponse: MessageTypeDefinition<_gateway_metering_v1_ListCallMarksResponse, _gateway_metering_v1_ListCallMarksResponse__Output>
        ListCallsRequest: MessageTypeDefinition<_gateway_metering_v1_ListCallsRequest, _gateway_metering_v1_ListCallsRequest__Output>
        ListCallsResponse: MessageTypeDefinition<_gateway_metering_v1_ListCallsResponse, _gateway_metering_v1_ListCallsResponse__Output>
        ListFailuresRequest: MessageTypeDefinition<_gateway_metering_v1_ListFailuresRequest, _gateway_metering_v1_ListFailuresRequest__Output>
        ListFailuresResponse: MessageTypeDefinition<_gateway_metering_v1_ListFailuresResponse, _gateway_metering_v1_ListFailuresResponse__Output>
        ListKeyUsesRequest: MessageTypeDefinition<_gateway_metering_v1_ListKeyUsesRequest, _gateway_metering_v1_ListKeyUsesRequest__Output>
        ListKeyUsesResponse: MessageTypeDefinition<_gateway_metering_v1_ListKeyUsesResponse, _gateway_metering_v1_ListKeyUsesResponse__Output>
        ListRecordedCallsRequest: MessageTypeDefinition<_gateway_metering_v1_ListRecordedCallsRequest, _gateway_metering_v1_ListRecordedCallsRequest__Output>
        ListRecordedCallsResponse: MessageTypeDefinition<_gateway_metering_v1_ListRecordedCallsResponse, _gateway_metering_v1_ListRecordedCallsResponse__Output>
        ListUnconfirmedCallsRequest: MessageTypeDefinition<_gateway_metering_v1_ListUnconfirmedCallsRequest, _gateway_metering_v1_ListUnconfirmedCallsRequest__Output>
        ListUnconfirmedCallsResponse: MessageTypeDefinition<_gateway_metering_v1_ListUnconfirmedCallsResponse, _gateway_metering_v1_ListUnconfirmedCallsResponse__Output>
        ListUsageRequest: MessageTypeDefinition<_gateway_metering_v1_ListUsageRequest, _gateway_metering_v1_ListUsageRequest__Output>
        ListUsageResponse: MessageTypeDefinition<_gateway_metering_v1_ListUsageResponse, _gateway_metering_v1_ListUsageResponse__Output>
        OutcomeSum: MessageTypeDefinition<_gateway_metering_v1_OutcomeSum, _gateway_metering_v1_OutcomeSum__Output>
        PublisherUsageGrouping: EnumTypeDefinition
        PublisherUsageService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_PublisherUsageServiceClient> & { service: _gateway_metering_v1_PublisherUsageServiceDefinition }
        PublisherUsageSum: MessageTypeDefinition<_gateway_metering_v1_PublisherUsageSum, _gateway_metering_v1_PublisherUsageSum__Output>
        RecordUsageBatchRequest: MessageTypeDefinition<_gateway_metering_v1_RecordUsageBatchRequest, _gateway_metering_v1_RecordUsageBatchRequest__Output>
        RecordUsageBatchResponse: MessageTypeDefinition<_gateway_metering_v1_RecordUsageBatchResponse, _gateway_metering_v1_RecordUsageBatchResponse__Output>
        RecordUsageRequest: MessageTypeDefinition<_gateway_metering_v1_RecordUsageRequest, _gateway_metering_v1_RecordUsageRequest__Output>
        RecordUsageResponse: MessageTypeDefinition<_gateway_metering_v1_RecordUsageResponse, _gateway_metering_v1_RecordUsageResponse__Output>
        RecordUsageResult: MessageTypeDefinition<_gateway_metering_v1_RecordUsageResult, _gateway_metering_v1_RecordUsageResult__Output>
        RecordUsageStreamRequest: MessageTypeDefinition<_gateway_metering_v1_RecordUsageStreamRequest, _gateway_metering_v1_RecordUsageStreamRequest__Output>
        RecordUsageStreamResponse: MessageTypeDefinition<_gateway_metering_v1_RecordUsageStreamResponse, _gateway_metering_v1_RecordUsageStreamResponse__Output>
        RetractUsageRequest: MessageTypeDefinition<_gateway_metering_v1_RetractUsageRequest, _gateway_metering_v1_RetractUsageRequest__Output>
        RetractUsageResponse: MessageTypeDefinition<_gateway_metering_v1_RetractUsageResponse, _gateway_metering_v1_RetractUsageResponse__Output>
        SummarizeFailuresRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizeFailuresRequest, _gateway_metering_v1_SummarizeFailuresRequest__Output>
        SummarizeFailuresResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizeFailuresResponse, _gateway_metering_v1_SummarizeFailuresResponse__Output>
        SummarizeOutcomesRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizeOutcomesRequest, _gateway_metering_v1_SummarizeOutcomesRequest__Output>
        SummarizeOutcomesResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizeOutcomesResponse, _gateway_metering_v1_SummarizeOutcomesResponse__Output>
        SummarizePublisherUsageRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizePublisherUsageRequest, _gateway_metering_v1_SummarizePublisherUsageRequest__Output>
        SummarizePublisherUsageResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizePublisherUsageResponse, _gateway_metering_v1_SummarizePublisherUsageResponse__Output>
        SummarizeUsageByRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizeUsageByRequest, _gateway_metering_v1_SummarizeUsageByRequest__Output>
        SummarizeUsageByResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizeUsageByResponse, _gateway_metering_v1_SummarizeUsageByResponse__Output>
        SummarizeUsageRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizeUsageRequest, _gateway_metering_v1_SummarizeUsageRequest__Output>
        SummarizeUsageResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizeUsageResponse, _gateway_metering_v1_SummarizeUsageResponse__Output>
        UsageBucket: MessageTypeDefinition<_gateway_metering_v1_UsageBucket, _gateway_metering_v1_UsageBucket__Output>
        UsageDigest: MessageTypeDefinition<_gateway_metering_v1_UsageDigest, _gateway_metering_v1_UsageDigest__Output>
        UsageGrouping: EnumTypeDefinition
        UsageRecord: MessageTypeDefinition<_gateway_metering_v1_UsageRecord, _gateway_metering_v1_UsageRecord__Output>
        UsageService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_UsageServiceClient> & { service: _gateway_metering_v1_UsageServiceDefinition }
        UsageSum: MessageTypeDefinition<_gateway_metering_v1_UsageSum, _gateway_metering_v1_UsageSum__Output>
        UsageTotal: MessageTypeDefinition<_gateway_metering_v1_UsageTotal, _gateway_metering_v1_UsageTotal__Output>
      }
    }
    rpc: {
      v1: {
        Any: MessageTypeDefinition<_gateway_rpc_v1_Any, _gateway_rpc_v1_Any__Output>
        ErrorInfo: MessageTypeDefinition<_gateway_rpc_v1_ErrorInfo, _gateway_rpc_v1_ErrorInfo__Output>
        Refusal: MessageTypeDefinition<_gateway_rpc_v1_Refusal, _gateway_rpc_v1_Refusal__Output>
        Status: MessageTypeDefinition<_gateway_rpc_v1_Status, _gateway_rpc_v1_Status__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


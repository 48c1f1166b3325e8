import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExportMonthsRequest as _gateway_metering_v1_ExportMonthsRequest, ExportMonthsRequest__Output as _gateway_metering_v1_ExportMonthsRequest__Output } from './gateway/metering/v1/ExportMonthsRequest.ts';
import type { ExportMonthsResponse as _gateway_metering_v1_ExportMonthsResponse, ExportMonthsResponse__Output as _gateway_metering_v1_ExportMonthsResponse__Output } from './gateway/metering/v1/ExportMonthsResponse.ts';
import type { ListMonthsRequest as _gateway_metering_v1_ListMonthsRequest, ListMonthsRequest__Output as _gateway_metering_v1_ListMonthsRequest__Output } from './gateway/metering/v1/ListMonthsRequest.ts';
import type { ListMonthsResponse as _gateway_metering_v1_ListMonthsResponse, ListMonthsResponse__Output as _gateway_metering_v1_ListMonthsResponse__Output } from './gateway/metering/v1/ListMonthsResponse.ts';
import type { MonthServiceClient as _gateway_metering_v1_MonthServiceClient, MonthServiceDefinition as _gateway_metering_v1_MonthServiceDefinition } from './gateway/metering/v1/MonthService.ts';
import type { SealMonthsRequest as _gateway_metering_v1_SealMonthsRequest, SealMonthsRequest__Output as _gateway_metering_v1_SealMonthsRequest__Output } from './gateway/metering/v1/SealMonthsRequest.ts';
import type { SealMonthsResponse as _gateway_metering_v1_SealMonthsResponse, SealMonthsResponse__Output as _gateway_metering_v1_SealMonthsResponse__Output } from './gateway/metering/v1/SealMonthsResponse.ts';
import type { UsageMonth as _gateway_metering_v1_UsageMonth, UsageMonth__Output as _gateway_metering_v1_UsageMonth__Output } from './gateway/metering/v1/UsageMonth.ts';
import type { VerifyMonthRequest as _gateway_metering_v1_VerifyMonthRequest, VerifyMonthRequest__Output as _gateway_metering_v1_VerifyMonthRequest__Output } from './gateway/metering/v1/VerifyMonthRequest.ts';
import type { VerifyMonthResponse as _gateway_metering_v1_VerifyMonthResponse, VerifyMonthResponse__Output as _gateway_metering_v1_VerifyMonthResponse__Output } from './gateway/metering/v1/VerifyMonthResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    metering: {
      v1: {
        ExportMonthsRequest: MessageTypeDefinition<_gateway_metering_v1_ExportMonthsRequest, _gateway_metering_v1_ExportMonthsRequest__Output>
        ExportMonthsResponse: MessageTypeDefinition<_gateway_metering_v1_ExportMonthsResponse, _gateway_metering_v1_ExportMonthsResponse__Output>
        ListMonthsRequest: MessageTypeDefinition<_gateway_metering_v1_ListMonthsRequest, _gateway_metering_v1_ListMonthsRequest__Output>
        ListMonthsResponse: MessageTypeDefinition<_gateway_metering_v1_ListMonthsResponse, _gateway_metering_v1_ListMonthsResponse__Output>
        MonthService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_MonthServiceClient> & { service: _gateway_metering_v1_MonthServiceDefinition }
        SealMonthsRequest: MessageTypeDefinition<_gateway_metering_v1_SealMonthsRequest, _gateway_metering_v1_SealMonthsRequest__Output>
        SealMonthsResponse: MessageTypeDefinition<_gateway_metering_v1_SealMonthsResponse, _gateway_metering_v1_SealMonthsResponse__Output>
        UsageMonth: MessageTypeDefinition<_gateway_metering_v1_UsageMonth, _gateway_metering_v1_UsageMonth__Output>
        UsageMonthState: EnumTypeDefinition
        VerifyMonthRequest: MessageTypeDefinition<_gateway_metering_v1_VerifyMonthRequest, _gateway_metering_v1_VerifyMonthRequest__Output>
        VerifyMonthResponse: MessageTypeDefinition<_gateway_metering_v1_VerifyMonthResponse, _gateway_metering_v1_VerifyMonthResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


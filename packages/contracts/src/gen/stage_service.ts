import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { StageServiceClient as _gateway_metering_v1_StageServiceClient, StageServiceDefinition as _gateway_metering_v1_StageServiceDefinition } from './gateway/metering/v1/StageService.ts';
import type { StageTime as _gateway_metering_v1_StageTime, StageTime__Output as _gateway_metering_v1_StageTime__Output } from './gateway/metering/v1/StageTime.ts';
import type { SummarizeStagesRequest as _gateway_metering_v1_SummarizeStagesRequest, SummarizeStagesRequest__Output as _gateway_metering_v1_SummarizeStagesRequest__Output } from './gateway/metering/v1/SummarizeStagesRequest.ts';
import type { SummarizeStagesResponse as _gateway_metering_v1_SummarizeStagesResponse, SummarizeStagesResponse__Output as _gateway_metering_v1_SummarizeStagesResponse__Output } from './gateway/metering/v1/SummarizeStagesResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    metering: {
      v1: {
        StageService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_StageServiceClient> & { service: _gateway_metering_v1_StageServiceDefinition }
        StageTime: MessageTypeDefinition<_gateway_metering_v1_StageTime, _gateway_metering_v1_StageTime__Output>
        SummarizeStagesRequest: MessageTypeDefinition<_gateway_metering_v1_SummarizeStagesRequest, _gateway_metering_v1_SummarizeStagesRequest__Output>
        SummarizeStagesResponse: MessageTypeDefinition<_gateway_metering_v1_SummarizeStagesResponse, _gateway_metering_v1_SummarizeStagesResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


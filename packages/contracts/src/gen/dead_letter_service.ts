import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DeadLetter as _gateway_metering_v1_DeadLetter, DeadLetter__Output as _gateway_metering_v1_DeadLetter__Output } from './gateway/metering/v1/DeadLetter.ts';
import type { DeadLetterServiceClient as _gateway_metering_v1_DeadLetterServiceClient, DeadLetterServiceDefinition as _gateway_metering_v1_DeadLetterServiceDefinition } from './gateway/metering/v1/DeadLetterService.ts';
import type { ListDeadLettersRequest as _gateway_metering_v1_ListDeadLettersRequest, ListDeadLettersRequest__Output as _gateway_metering_v1_ListDeadLettersRequest__Output } from './gateway/metering/v1/ListDeadLettersRequest.ts';
import type { ListDeadLettersResponse as _gateway_metering_v1_ListDeadLettersResponse, ListDeadLettersResponse__Output as _gateway_metering_v1_ListDeadLettersResponse__Output } from './gateway/metering/v1/ListDeadLettersResponse.ts';
import type { ReplayDeadLettersRequest as _gateway_metering_v1_ReplayDeadLettersRequest, ReplayDeadLettersRequest__Output as _gateway_metering_v1_ReplayDeadLettersRequest__Output } from './gateway/metering/v1/ReplayDeadLettersRequest.ts';
import type { ReplayDeadLettersResponse as _gateway_metering_v1_ReplayDeadLettersResponse, ReplayDeadLettersResponse__Output as _gateway_metering_v1_ReplayDeadLettersResponse__Output } from './gateway/metering/v1/ReplayDeadLettersResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    metering: {
      v1: {
        DeadLetter: MessageTypeDefinition<_gateway_metering_v1_DeadLetter, _gateway_metering_v1_DeadLetter__Output>
        DeadLetterService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_DeadLetterServiceClient> & { service: _gateway_metering_v1_DeadLetterServiceDefinition }
        ListDeadLettersRequest: MessageTypeDefinition<_gateway_metering_v1_ListDeadLettersRequest, _gateway_metering_v1_ListDeadLettersRequest__Output>
        ListDeadLettersResponse: MessageTypeDefinition<_gateway_metering_v1_ListDeadLettersResponse, _gateway_metering_v1_ListDeadLettersResponse__Output>
        ReplayDeadLettersRequest: MessageTypeDefinition<_gateway_metering_v1_ReplayDeadLettersRequest, _gateway_metering_v1_ReplayDeadLettersRequest__Output>
        ReplayDeadLettersResponse: MessageTypeDefinition<_gateway_metering_v1_ReplayDeadLettersResponse, _gateway_metering_v1_ReplayDeadLettersResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


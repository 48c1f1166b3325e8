import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AppQuality as _gateway_metering_v1_AppQuality, AppQuality__Output as _gateway_metering_v1_AppQuality__Output } from './gateway/metering/v1/AppQuality.ts';
import type { ListAppQualityRequest as _gateway_metering_v1_ListAppQualityRequest, ListAppQualityRequest__Output as _gateway_metering_v1_ListAppQualityRequest__Output } from './gateway/metering/v1/ListAppQualityRequest.ts';
import type { ListAppQualityResponse as _gateway_metering_v1_ListAppQualityResponse, ListAppQualityResponse__Output as _gateway_metering_v1_ListAppQualityResponse__Output } from './gateway/metering/v1/ListAppQualityResponse.ts';
import type { QualityServiceClient as _gateway_metering_v1_QualityServiceClient, QualityServiceDefinition as _gateway_metering_v1_QualityServiceDefinition } from './gateway/metering/v1/QualityService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    metering: {
      v1: {
        AppQuality: MessageTypeDefinition<_gateway_metering_v1_AppQuality, _gateway_metering_v1_AppQuality__Output>
        ListAppQualityRequest: MessageTypeDefinition<_gateway_metering_v1_ListAppQualityRequest, _gateway_metering_v1_ListAppQualityRequest__Output>
        ListAppQualityResponse: MessageTypeDefinition<_gateway_metering_v1_ListAppQualityResponse, _gateway_metering_v1_ListAppQualityResponse__Output>
        QualityService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_QualityServiceClient> & { service: _gateway_metering_v1_QualityServiceDefinition }
      }
    }
  }
}


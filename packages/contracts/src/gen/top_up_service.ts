import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { CreateTopUpRequest as _gateway_billing_v1_CreateTopUpRequest, CreateTopUpRequest__Output as _gateway_billing_v1_CreateTopUpRequest__Output } from './gateway/billing/v1/CreateTopUpRequest.ts';
import type { CreateTopUpResponse as _gateway_billing_v1_CreateTopUpResponse, CreateTopUpResponse__Output as _gateway_billing_v1_CreateTopUpResponse__Output } from './gateway/billing/v1/CreateTopUpResponse.ts';
import type { GetTopUpRequest as _gateway_billing_v1_GetTopUpRequest, GetTopUpRequest__Output as _gateway_billing_v1_GetTopUpRequest__Output } from './gateway/billing/v1/GetTopUpRequest.ts';
import type { GetTopUpResponse as _gateway_billing_v1_GetTopUpResponse, GetTopUpResponse__Output as _gateway_billing_v1_GetTopUpResponse__Output } from './gateway/billing/v1/GetTopUpResponse.ts';
import type { ListReversalsRequest as _gateway_billing_v1_ListReversalsRequest, ListReversalsRequest__Output as _gateway_billing_v1_ListReversalsRequest__Output } from './gateway/billing/v1/ListReversalsRequest.ts';
import type { ListReversalsResponse as _gateway_billing_v1_ListReversalsResponse, ListReversalsResponse__Output as _gateway_billing_v1_ListReversalsResponse__Output } from './gateway/billing/v1/ListReversalsResponse.ts';
import type { ListTopUpsRequest as _gateway_billing_v1_ListTopUpsRequest, ListTopUpsRequest__Output as _gateway_billing_v1_ListTopUpsRequest__Output } from './gateway/billing/v1/ListTopUpsRequest.ts';
import type { ListTopUpsResponse as _gateway_billing_v1_ListTopUpsResponse, ListTopUpsResponse__Output as _gateway_billing_v1_ListTopUpsResponse__Output } from './gateway/billing/v1/ListTopUpsResponse.ts';
import type { RefundTopUpRequest as _gateway_billing_v1_RefundTopUpRequest, RefundTopUpRequest__Output as _gateway_billing_v1_RefundTopUpRequest__Output } from './gateway/billing/v1/RefundTopUpRequest.ts';
import type { RefundTopUpResponse as _gateway_billing_v1_RefundTopUpResponse, RefundTopUpResponse__Output as _gateway_billing_v1_RefundTopUpResponse__Output } from './gateway/billing/v1/RefundTopUpResponse.ts';
import type { Reversal as _gateway_billing_v1_Reversal, Reversal__Output as _gateway_billing_v1_Reversal__Output } from './gateway/billing/v1/Reversal.ts';
import type { TopUp as _gateway_billing_v1_TopUp, TopUp__Output as _gateway_billing_v1_TopUp__Output } from './gateway/billing/v1/TopUp.ts';
import type { TopUpServiceClient as _gateway_billing_v1_TopUpServiceClient, TopUpServiceDefinition as _gateway_billing_v1_TopUpServiceDefinition } from './gateway/billing/v1/TopUpService.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        CreateTopUpRequest: MessageTypeDefinition<_gateway_billing_v1_CreateTopUpRequest, _gateway_billing_v1_CreateTopUpRequest__Output>
        CreateTopUpResponse: MessageTypeDefinition<_gateway_billing_v1_CreateTopUpResponse, _gateway_billing_v1_CreateTopUpResponse__Output>
        GetTopUpRequest: MessageTypeDefinition<_gateway_billing_v1_GetTopUpRequest, _gateway_billing_v1_GetTopUpRequest__Output>
        GetTopUpResponse: MessageTypeDefinition<_gateway_billing_v1_GetTopUpResponse, _gateway_billing_v1_GetTopUpResponse__Output>
        ListReversalsRequest: MessageTypeDefinition<_gateway_billing_v1_ListReversalsRequest, _gateway_billing_v1_ListReversalsRequest__Output>
        ListReversalsResponse: MessageTypeDefinition<_gateway_billing_v1_ListReversalsResponse, _gateway_billing_v1_ListReversalsResponse__Output>
        ListTopUpsRequest: MessageTypeDefinition<_gateway_billing_v1_ListTopUpsRequest, _gateway_billing_v1_ListTopUpsRequest__Output>
        ListTopUpsResponse: MessageTypeDefinition<_gateway_billing_v1_ListTopUpsResponse, _gateway_billing_v1_ListTopUpsResponse__Output>
        RefundTopUpRequest: MessageTypeDefinition<_gateway_billing_v1_RefundTopUpRequest, _gateway_billing_v1_RefundTopUpRequest__Output>
        RefundTopUpResponse: MessageTypeDefinition<_gateway_billing_v1_RefundTopUpResponse, _gateway_billing_v1_RefundTopUpResponse__Output>
        Reversal: MessageTypeDefinition<_gateway_billing_v1_Reversal, _gateway_billing_v1_Reversal__Output>
        TopUp: MessageTypeDefinition<_gateway_billing_v1_TopUp, _gateway_billing_v1_TopUp__Output>
        TopUpService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_TopUpServiceClient> & { service: _gateway_billing_v1_TopUpServiceDefinition }
        TopUpState: EnumTypeDefinition
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


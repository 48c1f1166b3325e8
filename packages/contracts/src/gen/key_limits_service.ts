import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ApplyKeyLimitsRequest as _gateway_billing_v1_ApplyKeyLimitsRequest, ApplyKeyLimitsRequest__Output as _gateway_billing_v1_ApplyKeyLimitsRequest__Output } from './gateway/billing/v1/ApplyKeyLimitsRequest.ts';
import type { ApplyKeyLimitsResponse as _gateway_billing_v1_ApplyKeyLimitsResponse, ApplyKeyLimitsResponse__Output as _gateway_billing_v1_ApplyKeyLimitsResponse__Output } from './gateway/billing/v1/ApplyKeyLimitsResponse.ts';
import type { GetKeyLimitsRequest as _gateway_billing_v1_GetKeyLimitsRequest, GetKeyLimitsRequest__Output as _gateway_billing_v1_GetKeyLimitsRequest__Output } from './gateway/billing/v1/GetKeyLimitsRequest.ts';
import type { GetKeyLimitsResponse as _gateway_billing_v1_GetKeyLimitsResponse, GetKeyLimitsResponse__Output as _gateway_billing_v1_GetKeyLimitsResponse__Output } from './gateway/billing/v1/GetKeyLimitsResponse.ts';
import type { KeyLimits as _gateway_billing_v1_KeyLimits, KeyLimits__Output as _gateway_billing_v1_KeyLimits__Output } from './gateway/billing/v1/KeyLimits.ts';
import type { KeyLimitsServiceClient as _gateway_billing_v1_KeyLimitsServiceClient, KeyLimitsServiceDefinition as _gateway_billing_v1_KeyLimitsServiceDefinition } from './gateway/billing/v1/KeyLimitsService.ts';
import type { KeySpending as _gateway_billing_v1_KeySpending, KeySpending__Output as _gateway_billing_v1_KeySpending__Output } from './gateway/billing/v1/KeySpending.ts';
import type { LimitedKey as _gateway_billing_v1_LimitedKey, LimitedKey__Output as _gateway_billing_v1_LimitedKey__Output } from './gateway/billing/v1/LimitedKey.ts';
import type { ListKeySpendingRequest as _gateway_billing_v1_ListKeySpendingRequest, ListKeySpendingRequest__Output as _gateway_billing_v1_ListKeySpendingRequest__Output } from './gateway/billing/v1/ListKeySpendingRequest.ts';
import type { ListKeySpendingResponse as _gateway_billing_v1_ListKeySpendingResponse, ListKeySpendingResponse__Output as _gateway_billing_v1_ListKeySpendingResponse__Output } from './gateway/billing/v1/ListKeySpendingResponse.ts';
import type { LoopLimit as _gateway_billing_v1_LoopLimit, LoopLimit__Output as _gateway_billing_v1_LoopLimit__Output } from './gateway/billing/v1/LoopLimit.ts';
import type { SetKeyLimitsRequest as _gateway_billing_v1_SetKeyLimitsRequest, SetKeyLimitsRequest__Output as _gateway_billing_v1_SetKeyLimitsRequest__Output } from './gateway/billing/v1/SetKeyLimitsRequest.ts';
import type { SetKeyLimitsResponse as _gateway_billing_v1_SetKeyLimitsResponse, SetKeyLimitsResponse__Output as _gateway_billing_v1_SetKeyLimitsResponse__Output } from './gateway/billing/v1/SetKeyLimitsResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        ApplyKeyLimitsRequest: MessageTypeDefinition<_gateway_billing_v1_ApplyKeyLimitsRequest, _gateway_billing_v1_ApplyKeyLimitsRequest__Output>
        ApplyKeyLimitsResponse: MessageTypeDefinition<_gateway_billing_v1_ApplyKeyLimitsResponse, _gateway_billing_v1_ApplyKeyLimitsResponse__Output>
        GetKeyLimitsRequest: MessageTypeDefinition<_gateway_billing_v1_GetKeyLimitsRequest, _gateway_billing_v1_GetKeyLimitsRequest__Output>
        GetKeyLimitsResponse: MessageTypeDefinition<_gateway_billing_v1_GetKeyLimitsResponse, _gateway_billing_v1_GetKeyLimitsResponse__Output>
        KeyLimits: MessageTypeDefinition<_gateway_billing_v1_KeyLimits, _gateway_billing_v1_KeyLimits__Output>
        KeyLimitsService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_KeyLimitsServiceClient> & { service: _gateway_billing_v1_KeyLimitsServiceDefinition }
        KeySpending: MessageTypeDefinition<_gateway_billing_v1_KeySpending, _gateway_billing_v1_KeySpending__Output>
        LimitedKey: MessageTypeDefinition<_gateway_billing_v1_LimitedKey, _gateway_billing_v1_LimitedKey__Output>
        ListKeySpendingRequest: MessageTypeDefinition<_gateway_billing_v1_ListKeySpendingRequest, _gateway_billing_v1_ListKeySpendingRequest__Output>
        ListKeySpendingResponse: MessageTypeDefinition<_gateway_billing_v1_ListKeySpendingResponse, _gateway_billing_v1_ListKeySpendingResponse__Output>
        LoopLimit: MessageTypeDefinition<_gateway_billing_v1_LoopLimit, _gateway_billing_v1_LoopLimit__Output>
        SetKeyLimitsRequest: MessageTypeDefinition<_gateway_billing_v1_SetKeyLimitsRequest, _gateway_billing_v1_SetKeyLimitsRequest__Output>
        SetKeyLimitsResponse: MessageTypeDefinition<_gateway_billing_v1_SetKeyLimitsResponse, _gateway_billing_v1_SetKeyLimitsResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


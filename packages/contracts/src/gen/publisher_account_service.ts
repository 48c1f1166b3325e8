import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ConnectPayoutAccountRequest as _gateway_billing_v1_ConnectPayoutAccountRequest, ConnectPayoutAccountRequest__Output as _gateway_billing_v1_ConnectPayoutAccountRequest__Output } from './gateway/billing/v1/ConnectPayoutAccountRequest.ts';
import type { ConnectPayoutAccountResponse as _gateway_billing_v1_ConnectPayoutAccountResponse, ConnectPayoutAccountResponse__Output as _gateway_billing_v1_ConnectPayoutAccountResponse__Output } from './gateway/billing/v1/ConnectPayoutAccountResponse.ts';
import type { CreatePayoutRequest as _gateway_billing_v1_CreatePayoutRequest, CreatePayoutRequest__Output as _gateway_billing_v1_CreatePayoutRequest__Output } from './gateway/billing/v1/CreatePayoutRequest.ts';
import type { CreatePayoutResponse as _gateway_billing_v1_CreatePayoutResponse, CreatePayoutResponse__Output as _gateway_billing_v1_CreatePayoutResponse__Output } from './gateway/billing/v1/CreatePayoutResponse.ts';
import type { DisconnectPayoutAccountRequest as _gateway_billing_v1_DisconnectPayoutAccountRequest, DisconnectPayoutAccountRequest__Output as _gateway_billing_v1_DisconnectPayoutAccountRequest__Output } from './gateway/billing/v1/DisconnectPayoutAccountRequest.ts';
import type { DisconnectPayoutAccountResponse as _gateway_billing_v1_DisconnectPayoutAccountResponse, DisconnectPayoutAccountResponse__Output as _gateway_billing_v1_DisconnectPayoutAccountResponse__Output } from './gateway/billing/v1/DisconnectPayoutAccountResponse.ts';
import type { GetEarningsRequest as _gateway_billing_v1_GetEarningsRequest, GetEarningsRequest__Output as _gateway_billing_v1_GetEarningsRequest__Output } from './gateway/billing/v1/GetEarningsRequest.ts';
import type { GetEarningsResponse as _gateway_billing_v1_GetEarningsResponse, GetEarningsResponse__Output as _gateway_billing_v1_GetEarningsResponse__Output } from './gateway/billing/v1/GetEarningsResponse.ts';
import type { GetStatementRequest as _gateway_billing_v1_GetStatementRequest, GetStatementRequest__Output as _gateway_billing_v1_GetStatementRequest__Output } from './gateway/billing/v1/GetStatementRequest.ts';
import type { GetStatementResponse as _gateway_billing_v1_GetStatementResponse, GetStatementResponse__Output as _gateway_billing_v1_GetStatementResponse__Output } from './gateway/billing/v1/GetStatementResponse.ts';
import type { ListPayoutsRequest as _gateway_billing_v1_ListPayoutsRequest, ListPayoutsRequest__Output as _gateway_billing_v1_ListPayoutsRequest__Output } from './gateway/billing/v1/ListPayoutsRequest.ts';
import type { ListPayoutsResponse as _gateway_billing_v1_ListPayoutsResponse, ListPayoutsResponse__Output as _gateway_billing_v1_ListPayoutsResponse__Output } from './gateway/billing/v1/ListPayoutsResponse.ts';
import type { Payout as _gateway_billing_v1_Payout, Payout__Output as _gateway_billing_v1_Payout__Output } from './gateway/billing/v1/Payout.ts';
import type { PublisherAccountServiceClient as _gateway_billing_v1_PublisherAccountServiceClient, PublisherAccountServiceDefinition as _gateway_billing_v1_PublisherAccountServiceDefinition } from './gateway/billing/v1/PublisherAccountService.ts';
import type { StatementLine as _gateway_billing_v1_StatementLine, StatementLine__Output as _gateway_billing_v1_StatementLine__Output } from './gateway/billing/v1/StatementLine.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        ConnectPayoutAccountRequest: MessageTypeDefinition<_gateway_billing_v1_ConnectPayoutAccountRequest, _gateway_billing_v1_ConnectPayoutAccountRequest__Output>
        ConnectPayoutAccountResponse: MessageTypeDefinition<_gateway_billing_v1_ConnectPayoutAccountResponse, _gateway_billing_v1_ConnectPayoutAccountResponse__Output>
        CreatePayoutRequest: MessageTypeDefinition<_gateway_billing_v1_CreatePayoutRequest, _gateway_billing_v1_CreatePayoutRequest__Output>
        CreatePayoutResponse: MessageTypeDefinition<_gateway_billing_v1_CreatePayoutResponse, _gateway_billing_v1_CreatePayoutResponse__Output>
        DisconnectPayoutAccountRequest: MessageTypeDefinition<_gateway_billing_v1_DisconnectPayoutAccountRequest, _gateway_billing_v1_DisconnectPayoutAccountRequest__Output>
        DisconnectPayoutAccountResponse: MessageTypeDefinition<_gateway_billing_v1_DisconnectPayoutAccountResponse, _gateway_billing_v1_DisconnectPayoutAccountResponse__Output>
        GetEarningsRequest: MessageTypeDefinition<_gateway_billing_v1_GetEarningsRequest, _gateway_billing_v1_GetEarningsRequest__Output>
        GetEarningsResponse: MessageTypeDefinition<_gateway_billing_v1_GetEarningsResponse, _gateway_billing_v1_GetEarningsResponse__Output>
        GetStatementRequest: MessageTypeDefinition<_gateway_billing_v1_GetStatementRequest, _gateway_billing_v1_GetStatementRequest__Output>
        GetStatementResponse: MessageTypeDefinition<_gateway_billing_v1_GetStatementResponse, _gateway_billing_v1_GetStatementResponse__Output>
        ListPayoutsRequest: MessageTypeDefinition<_gateway_billing_v1_ListPayoutsRequest, _gateway_billing_v1_ListPayoutsRequest__Output>
        ListPayoutsResponse: MessageTypeDefinition<_gateway_billing_v1_ListPayoutsResponse, _gateway_billing_v1_ListPayoutsResponse__Output>
        Payout: MessageTypeDefinition<_gateway_billing_v1_Payout, _gateway_billing_v1_Payout__Output>
        PayoutState: EnumTypeDefinition
        PublisherAccountService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_PublisherAccountServiceClient> & { service: _gateway_billing_v1_PublisherAccountServiceDefinition }
        StatementLine: MessageTypeDefinition<_gateway_billing_v1_StatementLine, _gateway_billing_v1_StatementLine__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


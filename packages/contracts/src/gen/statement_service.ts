import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetMonthlyStatementRequest as _gateway_billing_v1_GetMonthlyStatementRequest, GetMonthlyStatementRequest__Output as _gateway_billing_v1_GetMonthlyStatementRequest__Output } from './gateway/billing/v1/GetMonthlyStatementRequest.ts';
import type { GetMonthlyStatementResponse as _gateway_billing_v1_GetMonthlyStatementResponse, GetMonthlyStatementResponse__Output as _gateway_billing_v1_GetMonthlyStatementResponse__Output } from './gateway/billing/v1/GetMonthlyStatementResponse.ts';
import type { ListStatementMonthsRequest as _gateway_billing_v1_ListStatementMonthsRequest, ListStatementMonthsRequest__Output as _gateway_billing_v1_ListStatementMonthsRequest__Output } from './gateway/billing/v1/ListStatementMonthsRequest.ts';
import type { ListStatementMonthsResponse as _gateway_billing_v1_ListStatementMonthsResponse, ListStatementMonthsResponse__Output as _gateway_billing_v1_ListStatementMonthsResponse__Output } from './gateway/billing/v1/ListStatementMonthsResponse.ts';
import type { MonthlyLine as _gateway_billing_v1_MonthlyLine, MonthlyLine__Output as _gateway_billing_v1_MonthlyLine__Output } from './gateway/billing/v1/MonthlyLine.ts';
import type { StatementAccount as _gateway_billing_v1_StatementAccount, StatementAccount__Output as _gateway_billing_v1_StatementAccount__Output } from './gateway/billing/v1/StatementAccount.ts';
import type { StatementMonth as _gateway_billing_v1_StatementMonth, StatementMonth__Output as _gateway_billing_v1_StatementMonth__Output } from './gateway/billing/v1/StatementMonth.ts';
import type { StatementServiceClient as _gateway_billing_v1_StatementServiceClient, StatementServiceDefinition as _gateway_billing_v1_StatementServiceDefinition } from './gateway/billing/v1/StatementService.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        GetMonthlyStatementRequest: MessageTypeDefinition<_gateway_billing_v1_GetMonthlyStatementRequest, _gateway_billing_v1_GetMonthlyStatementRequest__Output>
        GetMonthlyStatementResponse: MessageTypeDefinition<_gateway_billing_v1_GetMonthlyStatementResponse, _gateway_billing_v1_GetMonthlyStatementResponse__Output>
        ListStatementMonthsRequest: MessageTypeDefinition<_gateway_billing_v1_ListStatementMonthsRequest, _gateway_billing_v1_ListStatementMonthsRequest__Output>
        ListStatementMonthsResponse: MessageTypeDefinition<_gateway_billing_v1_ListStatementMonthsResponse, _gateway_billing_v1_ListStatementMonthsResponse__Output>
        MonthlyLine: MessageTypeDefinition<_gateway_billing_v1_MonthlyLine, _gateway_billing_v1_MonthlyLine__Output>
        StatementAccount: MessageTypeDefinition<_gateway_billing_v1_StatementAccount, _gateway_billing_v1_StatementAccount__Output>
        StatementMonth: MessageTypeDefinition<_gateway_billing_v1_StatementMonth, _gateway_billing_v1_StatementMonth__Output>
        StatementService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_StatementServiceClient> & { service: _gateway_billing_v1_StatementServiceDefinition }
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


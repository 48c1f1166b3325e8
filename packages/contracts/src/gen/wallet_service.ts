import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetWalletRequest as _gateway_billing_v1_GetWalletRequest, GetWalletRequest__Output as _gateway_billing_v1_GetWalletRequest__Output } from './gateway/billing/v1/GetWalletRequest.ts';
import type { GetWalletResponse as _gateway_billing_v1_GetWalletResponse, GetWalletResponse__Output as _gateway_billing_v1_GetWalletResponse__Output } from './gateway/billing/v1/GetWalletResponse.ts';
import type { JournalEntry as _gateway_billing_v1_JournalEntry, JournalEntry__Output as _gateway_billing_v1_JournalEntry__Output } from './gateway/billing/v1/JournalEntry.ts';
import type { ListJournalEntriesRequest as _gateway_billing_v1_ListJournalEntriesRequest, ListJournalEntriesRequest__Output as _gateway_billing_v1_ListJournalEntriesRequest__Output } from './gateway/billing/v1/ListJournalEntriesRequest.ts';
import type { ListJournalEntriesResponse as _gateway_billing_v1_ListJournalEntriesResponse, ListJournalEntriesResponse__Output as _gateway_billing_v1_ListJournalEntriesResponse__Output } from './gateway/billing/v1/ListJournalEntriesResponse.ts';
import type { ListWalletMarksRequest as _gateway_billing_v1_ListWalletMarksRequest, ListWalletMarksRequest__Output as _gateway_billing_v1_ListWalletMarksRequest__Output } from './gateway/billing/v1/ListWalletMarksRequest.ts';
import type { ListWalletMarksResponse as _gateway_billing_v1_ListWalletMarksResponse, ListWalletMarksResponse__Output as _gateway_billing_v1_ListWalletMarksResponse__Output } from './gateway/billing/v1/ListWalletMarksResponse.ts';
import type { WalletMark as _gateway_billing_v1_WalletMark, WalletMark__Output as _gateway_billing_v1_WalletMark__Output } from './gateway/billing/v1/WalletMark.ts';
import type { WalletServiceClient as _gateway_billing_v1_WalletServiceClient, WalletServiceDefinition as _gateway_billing_v1_WalletServiceDefinition } from './gateway/billing/v1/WalletService.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        GetWalletRequest: MessageTypeDefinition<_gateway_billing_v1_GetWalletRequest, _gateway_billing_v1_GetWalletRequest__Output>
        GetWalletResponse: MessageTypeDefinition<_gateway_billing_v1_GetWalletResponse, _gateway_billing_v1_GetWalletResponse__Output>
        JournalEntry: MessageTypeDefinition<_gateway_billing_v1_JournalEntry, _gateway_billing_v1_JournalEntry__Output>
        ListJournalEntriesRequest: MessageTypeDefinition<_gateway_billing_v1_ListJournalEntriesRequest, _gateway_billing_v1_ListJournalEntriesRequest__Output>
        ListJournalEntriesResponse: MessageTypeDefinition<_gateway_billing_v1_ListJournalEntriesResponse, _gateway_billing_v1_ListJournalEntriesResponse__Output>
        ListWalletMarksRequest: MessageTypeDefinition<_gateway_billing_v1_ListWalletMarksRequest, _gateway_billing_v1_ListWalletMarksRequest__Output>
        ListWalletMarksResponse: MessageTypeDefinition<_gateway_billing_v1_ListWalletMarksResponse, _gateway_billing_v1_ListWalletMarksResponse__Output>
        WalletMark: MessageTypeDefinition<_gateway_billing_v1_WalletMark, _gateway_billing_v1_WalletMark__Output>
        WalletService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_WalletServiceClient> & { service: _gateway_billing_v1_WalletServiceDefinition }
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


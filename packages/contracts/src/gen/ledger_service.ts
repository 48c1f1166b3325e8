import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountBalance as _gateway_billing_v1_AccountBalance, AccountBalance__Output as _gateway_billing_v1_AccountBalance__Output } from './gateway/billing/v1/AccountBalance.ts';
import type { ExportPeriodsRequest as _gateway_billing_v1_ExportPeriodsRequest, ExportPeriodsRequest__Output as _gateway_billing_v1_ExportPeriodsRequest__Output } from './gateway/billing/v1/ExportPeriodsRequest.ts';
import type { ExportPeriodsResponse as _gateway_billing_v1_ExportPeriodsResponse, ExportPeriodsResponse__Output as _gateway_billing_v1_ExportPeriodsResponse__Output } from './gateway/billing/v1/ExportPeriodsResponse.ts';
import type { GetWalletRequest as _gateway_billing_v1_GetWalletRequest, GetWalletRequest__Output as _gateway_billing_v1_GetWalletRequest__Output } from './gateway/billing/v1/GetWalletRequest.ts';
import type { GetWalletResponse as _gateway_billing_v1_GetWalletResponse, GetWalletResponse__Output as _gateway_billing_v1_GetWalletResponse__Output } from './gateway/billing/v1/GetWalletResponse.ts';
import type { InvariantCheck as _gateway_billing_v1_InvariantCheck, InvariantCheck__Output as _gateway_billing_v1_InvariantCheck__Output } from './gateway/billing/v1/InvariantCheck.ts';
import type { JournalEntry as _gateway_billing_v1_JournalEntry, JournalEntry__Output as _gateway_billing_v1_JournalEntry__Output } from './gateway/billing/v1/JournalEntry.ts';
import type { LedgerServiceClient as _gateway_billing_v1_LedgerServiceClient, LedgerServiceDefinition as _gateway_billing_v1_LedgerServiceDefinition } from './gateway/billing/v1/LedgerService.ts';
import type { ListBalancesRequest as _gateway_billing_v1_ListBalancesRequest, ListBalancesRequest__Output as _gateway_billing_v1_ListBalancesRequest__Output } from './gateway/billing/v1/ListBalancesRequest.ts';
import type { ListBalancesResponse as _gateway_billing_v1_ListBalancesResponse, ListBalancesResponse__Output as _gateway_billing_v1_ListBalancesResponse__Output } from './gateway/billing/v1/ListBalancesResponse.ts';
import type { ListEntriesRequest as _gateway_billing_v1_ListEntriesRequest, ListEntriesRequest__Output as _gateway_billing_v1_ListEntriesRequest__Output } from './gateway/billing/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _gateway_billing_v1_ListEntriesResponse, ListEntriesResponse__Output as _gateway_billing_v1_ListEntriesResponse__Output } from './gateway/billing/v1/ListEntriesResponse.ts';
import type { ListJournalEntriesRequest as _gateway_billing_v1_ListJournalEntriesRequest, ListJournalEntriesRequest__Output as _gateway_billing_v1_ListJournalEntriesRequest__Output } from './gateway/billing/v1/ListJournalEntriesRequest.ts';
import type { ListJournalEntriesResponse as _gateway_billing_v1_ListJournalEntriesResponse, ListJournalEntriesResponse__Output as _gateway_billing_v1_ListJournalEntriesResponse__Output } from './gateway/billing/v1/ListJournalEntriesResponse.ts';
import type { ListPeriodsRequest as _gateway_billing_v1_ListPeriodsRequest, ListPeriodsRequest__Output as _gateway_billing_v1_ListPeriodsRequest__Output } from './gateway/billing/v1/ListPeriodsRequest.ts';
import type { ListPeriodsResponse as _gateway_billing_v1_ListPeriodsResponse, ListPeriodsResponse__Output as _gateway_billing_v1_ListPeriodsResponse__Output } from './gateway/billing/v1/ListPeriodsResponse.ts';
import type { ListWalletMarksRequest as _gateway_billing_v1_ListWalletMarksRequest, ListWalletMarksRequest__Output as _gateway_billing_v1_ListWalletMarksRequest__Output } from './gateway/billing/v1/ListWalletMarksRequest.ts';
import type { ListWalletMarksResponse as _gateway_billing_v1_ListWalletMarksResponse, ListWalletMarksResponse__Output as _gateway_billing_v1_ListWalletMarksResponse__Output } from './gateway/billing/v1/ListWalletMarksResponse.ts';
import type { ReconcileRequest as _gateway_billing_v1_ReconcileRequest, ReconcileRequest__Output as _gateway_billing_v1_ReconcileRequest__Output } from './gateway/billing/v1/ReconcileRequest.ts';
import type { ReconcileResponse as _gateway_billing_v1_ReconcileResponse, ReconcileResponse__Output as _gateway_billing_v1_ReconcileResponse__Output } from './gateway/billing/v1/ReconcileResponse.ts';
import type { SealPeriodsRequest as _gateway_billing_v1_SealPeriodsRequest, SealPeriodsRequest__Output as _gateway_billing_v1_SealPeriodsRequest__Output } from './gateway/billing/v1/SealPeriodsRequest.ts';
import type { SealPeriodsResponse as _gateway_billing_v1_SealPeriodsResponse, SealPeriodsResponse__Output as _gateway_billing_v1_SealPeriodsResponse__Output } from './gateway/billing/v1/SealPeriodsResponse.ts';
import type { SettledPeriod as _gateway_billing_v1_SettledPeriod, SettledPeriod__Output as _gateway_billing_v1_SettledPeriod__Output } from './gateway/billing/v1/SettledPeriod.ts';
import type { VerifyLedgerRequest as _gateway_billing_v1_VerifyLedgerRequest, VerifyLedgerRequest__Output as _gateway_billing_v1_VerifyLedgerRequest__Output } from './gateway/billing/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponse as _gateway_billing_v1_VerifyLedgerResponse, VerifyLedgerResponse__Output as _gateway_billing_v1_VerifyLedgerResponse__Output } from './gateway/billing/v1/VerifyLedgerResponse.ts';
import type { VerifyPeriodRequest as _gateway_billing_v1_VerifyPeriodRequest, VerifyPeriodRequest__Output as _gateway_billing_v1_VerifyPeriodRequest__Output } from './gateway/billing/v1/VerifyPeriodRequest.ts';
import type { VerifyPeriodResponse as _gateway_billing_v1_VerifyPeriodResponse, VerifyPeriodResponse__Output as _gateway_billing_v1_VerifyPeriodResponse__Output } from './gateway/billing/v1/VerifyPeriodResponse.ts';
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
        AccountBalance: MessageTypeDefinition<_gateway_billing_v1_AccountBalance, _gateway_billing_v1_AccountBalance__Output>
        ExportPeriodsRequest: MessageTypeDefinition<_gateway_billing_v1_ExportPeriodsRequest, _gateway_billing_v1_ExportPeriodsRequest__Output>
        ExportPeriodsResponse: MessageTypeDefinition<_gateway_billing_v1_ExportPeriodsResponse, _gateway_billing_v1_ExportPeriodsResponse__Output>
        GetWalletRequest: MessageTypeDefinition<_gateway_billing_v1_GetWalletRequest, _gateway_billing_v1_GetWalletRequest__Output>
        GetWalletResponse: MessageTypeDefinition<_gateway_billing_v1_GetWalletResponse, _gateway_billing_v1_GetWalletResponse__Output>
        InvariantCheck: MessageTypeDefinition<_gateway_billing_v1_InvariantCheck, _gateway_billing_v1_InvariantCheck__Output>
        JournalEntry: MessageTypeDefinition<_gateway_billing_v1_JournalEntry, _gateway_billing_v1_JournalEntry__Output>
        LedgerService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_LedgerServiceClient> & { service: _gateway_billing_v1_LedgerServiceDefinition }
        ListBalancesRequest: MessageTypeDefinition<_gateway_billing_v1_ListBalancesRequest, _gateway_billing_v1_ListBalancesRequest__Output>
        ListBalancesResponse: MessageTypeDefinition<_gateway_billing_v1_ListBalancesResponse, _gateway_billing_v1_ListBalancesResponse__Output>
        ListEntriesRequest: MessageTypeDefinition<_gateway_billing_v1_ListEntriesRequest, _gateway_billing_v1_ListEntriesRequest__Output>
        ListEntriesResponse: MessageTypeDefinition<_gateway_billing_v1_ListEntriesResponse, _gateway_billing_v1_ListEntriesResponse__Output>
        ListJournalEntriesRequest: MessageTypeDefinition<_gateway_billing_v1_ListJournalEntriesRequest, _gateway_billing_v1_ListJournalEntriesRequest__Output>
        ListJournalEntriesResponse: MessageTypeDefinition<_gateway_billing_v1_ListJournalEntriesResponse, _gateway_billing_v1_ListJournalEntriesResponse__Output>
        ListPeriodsRequest: MessageTypeDefinition<_gateway_billing_v1_ListPeriodsRequest, _gateway_billing_v1_ListPeriodsRequest__Output>
        ListPeriodsResponse: MessageTypeDefinition<_gateway_billing_v1_ListPeriodsResponse, _gateway_billing_v1_ListPeriodsResponse__Output>
        ListWalletMarksRequest: MessageTypeDefinition<_gateway_billing_v1_ListWalletMarksRequest, _gateway_billing_v1_ListWalletMarksRequest__Output>
        ListWalletMarksResponse: MessageTypeDefinition<_gateway_billing_v1_ListWalletMarksResponse, _gateway_billing_v1_ListWalletMarksResponse__Output>
        PeriodState: EnumTypeDefinition
        ReconcileRequest: MessageTypeDefinition<_gateway_billing_v1_ReconcileRequest, _gateway_billing_v1_ReconcileRequest__Output>
        ReconcileResponse: MessageTypeDefinition<_gateway_billing_v1_ReconcileResponse, _gateway_billing_v1_ReconcileResponse__Output>
        SealPeriodsRequest: MessageTypeDefinition<_gateway_billing_v1_SealPeriodsRequest, _gateway_billing_v1_SealPeriodsRequest__Output>
        SealPeriodsResponse: MessageTypeDefinition<_gateway_billing_v1_SealPeriodsResponse, _gateway_billing_v1_SealPeriodsResponse__Output>
        SettledPeriod: MessageTypeDefinition<_gateway_billing_v1_SettledPeriod, _gateway_billing_v1_SettledPeriod__Output>
        VerifyLedgerRequest: MessageTypeDefinition<_gateway_billing_v1_VerifyLedgerRequest, _gateway_billing_v1_VerifyLedgerRequest__Output>
        VerifyLedgerResponse: MessageTypeDefinition<_gateway_billing_v1_VerifyLedgerResponse, _gateway_billing_v1_VerifyLedgerResponse__Output>
        VerifyPeriodRequest: MessageTypeDefinition<_gateway_billing_v1_VerifyPeriodRequest, _gateway_billing_v1_VerifyPeriodRequest__Output>
        VerifyPeriodResponse: MessageTypeDefinition<_gateway_billing_v1_VerifyPeriodResponse, _gateway_billing_v1_VerifyPeriodResponse__Output>
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


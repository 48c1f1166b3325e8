import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AheadPlaces as _gateway_billing_v1_AheadPlaces, AheadPlaces__Output as _gateway_billing_v1_AheadPlaces__Output } from './gateway/billing/v1/AheadPlaces.ts';
import type { AppEntry as _gateway_billing_v1_AppEntry, AppEntry__Output as _gateway_billing_v1_AppEntry__Output } from './gateway/billing/v1/AppEntry.ts';
import type { ApplyCatalogRequest as _gateway_billing_v1_ApplyCatalogRequest, ApplyCatalogRequest__Output as _gateway_billing_v1_ApplyCatalogRequest__Output } from './gateway/billing/v1/ApplyCatalogRequest.ts';
import type { ApplyCatalogResponse as _gateway_billing_v1_ApplyCatalogResponse, ApplyCatalogResponse__Output as _gateway_billing_v1_ApplyCatalogResponse__Output } from './gateway/billing/v1/ApplyCatalogResponse.ts';
import type { BuyerAccountEntry as _gateway_billing_v1_BuyerAccountEntry, BuyerAccountEntry__Output as _gateway_billing_v1_BuyerAccountEntry__Output } from './gateway/billing/v1/BuyerAccountEntry.ts';
import type { CaptureRequest as _gateway_billing_v1_CaptureRequest, CaptureRequest__Output as _gateway_billing_v1_CaptureRequest__Output } from './gateway/billing/v1/CaptureRequest.ts';
import type { CaptureResponse as _gateway_billing_v1_CaptureResponse, CaptureResponse__Output as _gateway_billing_v1_CaptureResponse__Output } from './gateway/billing/v1/CaptureResponse.ts';
import type { CatalogAdminServiceClient as _gateway_billing_v1_CatalogAdminServiceClient, CatalogAdminServiceDefinition as _gateway_billing_v1_CatalogAdminServiceDefinition } from './gateway/billing/v1/CatalogAdminService.ts';
import type { GetReservationRequest as _gateway_billing_v1_GetReservationRequest, GetReservationRequest__Output as _gateway_billing_v1_GetReservationRequest__Output } from './gateway/billing/v1/GetReservationRequest.ts';
import type { GetReservationResponse as _gateway_billing_v1_GetReservationResponse, GetReservationResponse__Output as _gateway_billing_v1_GetReservationResponse__Output } from './gateway/billing/v1/GetReservationResponse.ts';
import type { ListOpenReservationsRequest as _gateway_billing_v1_ListOpenReservationsRequest, ListOpenReservationsRequest__Output as _gateway_billing_v1_ListOpenReservationsRequest__Output } from './gateway/billing/v1/ListOpenReservationsRequest.ts';
import type { ListOpenReservationsResponse as _gateway_billing_v1_ListOpenReservationsResponse, ListOpenReservationsResponse__Output as _gateway_billing_v1_ListOpenReservationsResponse__Output } from './gateway/billing/v1/ListOpenReservationsResponse.ts';
import type { ListPublishersRequest as _gateway_billing_v1_ListPublishersRequest, ListPublishersRequest__Output as _gateway_billing_v1_ListPublishersRequest__Output } from './gateway/billing/v1/ListPublishersRequest.ts';
import type { ListPublishersResponse as _gateway_billing_v1_ListPublishersResponse, ListPublishersResponse__Output as _gateway_billing_v1_ListPublishersResponse__Output } from './gateway/billing/v1/ListPublishersResponse.ts';
import type { ListedPrice as _gateway_billing_v1_ListedPrice, ListedPrice__Output as _gateway_billing_v1_ListedPrice__Output } from './gateway/billing/v1/ListedPrice.ts';
import type { ListedRise as _gateway_billing_v1_ListedRise, ListedRise__Output as _gateway_billing_v1_ListedRise__Output } from './gateway/billing/v1/ListedRise.ts';
import type { MeterReading as _gateway_billing_v1_MeterReading, MeterReading__Output as _gateway_billing_v1_MeterReading__Output } from './gateway/billing/v1/MeterReading.ts';
import type { PriceList as _gateway_billing_v1_PriceList, PriceList__Output as _gateway_billing_v1_PriceList__Output } from './gateway/billing/v1/PriceList.ts';
import type { PublisherEntry as _gateway_billing_v1_PublisherEntry, PublisherEntry__Output as _gateway_billing_v1_PublisherEntry__Output } from './gateway/billing/v1/PublisherEntry.ts';
import type { PublisherSummary as _gateway_billing_v1_PublisherSummary, PublisherSummary__Output as _gateway_billing_v1_PublisherSummary__Output } from './gateway/billing/v1/PublisherSummary.ts';
import type { PurchaseEntry as _gateway_billing_v1_PurchaseEntry, PurchaseEntry__Output as _gateway_billing_v1_PurchaseEntry__Output } from './gateway/billing/v1/PurchaseEntry.ts';
import type { QuoteRequest as _gateway_billing_v1_QuoteRequest, QuoteRequest__Output as _gateway_billing_v1_QuoteRequest__Output } from './gateway/billing/v1/QuoteRequest.ts';
import type { QuoteResponse as _gateway_billing_v1_QuoteResponse, QuoteResponse__Output as _gateway_billing_v1_QuoteResponse__Output } from './gateway/billing/v1/QuoteResponse.ts';
import type { RefundCallRequest as _gateway_billing_v1_RefundCallRequest, RefundCallRequest__Output as _gateway_billing_v1_RefundCallRequest__Output } from './gateway/billing/v1/RefundCallRequest.ts';
import type { RefundCallResponse as _gateway_billing_v1_RefundCallResponse, RefundCallResponse__Output as _gateway_billing_v1_RefundCallResponse__Output } from './gateway/billing/v1/RefundCallResponse.ts';
import type { ReleaseAheadRequest as _gateway_billing_v1_ReleaseAheadRequest, ReleaseAheadRequest__Output as _gateway_billing_v1_ReleaseAheadRequest__Output } from './gateway/billing/v1/ReleaseAheadRequest.ts';
import type { ReleaseAheadResponse as _gateway_billing_v1_ReleaseAheadResponse, ReleaseAheadResponse__Output as _gateway_billing_v1_ReleaseAheadResponse__Output } from './gateway/billing/v1/ReleaseAheadResponse.ts';
import type { ReleaseRequest as _gateway_billing_v1_ReleaseRequest, ReleaseRequest__Output as _gateway_billing_v1_ReleaseRequest__Output } from './gateway/billing/v1/ReleaseRequest.ts';
import type { ReleaseResponse as _gateway_billing_v1_ReleaseResponse, ReleaseResponse__Output as _gateway_billing_v1_ReleaseResponse__Output } from './gateway/billing/v1/ReleaseResponse.ts';
import type { Reservation as _gateway_billing_v1_Reservation, Reservation__Output as _gateway_billing_v1_Reservation__Output } from './gateway/billing/v1/Reservation.ts';
import type { ReservationServiceClient as _gateway_billing_v1_ReservationServiceClient, ReservationServiceDefinition as _gateway_billing_v1_ReservationServiceDefinition } from './gateway/billing/v1/ReservationService.ts';
import type { ReserveAheadRequest as _gateway_billing_v1_ReserveAheadRequest, ReserveAheadRequest__Output as _gateway_billing_v1_ReserveAheadRequest__Output } from './gateway/billing/v1/ReserveAheadRequest.ts';
import type { ReserveAheadResponse as _gateway_billing_v1_ReserveAheadResponse, ReserveAheadResponse__Output as _gateway_billing_v1_ReserveAheadResponse__Output } from './gateway/billing/v1/ReserveAheadResponse.ts';
import type { ReserveNextItem as _gateway_billing_v1_ReserveNextItem, ReserveNextItem__Output as _gateway_billing_v1_ReserveNextItem__Output } from './gateway/billing/v1/ReserveNextItem.ts';
import type { ReserveNextResult as _gateway_billing_v1_ReserveNextResult, ReserveNextResult__Output as _gateway_billing_v1_ReserveNextResult__Output } from './gateway/billing/v1/ReserveNextResult.ts';
import type { ReserveNextStreamRequest as _gateway_billing_v1_ReserveNextStreamRequest, ReserveNextStreamRequest__Output as _gateway_billing_v1_ReserveNextStreamRequest__Output } from './gateway/billing/v1/ReserveNextStreamRequest.ts';
import type { ReserveNextStreamResponse as _gateway_billing_v1_ReserveNextStreamResponse, ReserveNextStreamResponse__Output as _gateway_billing_v1_ReserveNextStreamResponse__Output } from './gateway/billing/v1/ReserveNextStreamResponse.ts';
import type { ReserveRequest as _gateway_billing_v1_ReserveRequest, ReserveRequest__Output as _gateway_billing_v1_ReserveRequest__Output } from './gateway/billing/v1/ReserveRequest.ts';
import type { ReserveResponse as _gateway_billing_v1_ReserveResponse, ReserveResponse__Output as _gateway_billing_v1_ReserveResponse__Output } from './gateway/billing/v1/ReserveResponse.ts';
import type { ReserveResult as _gateway_billing_v1_ReserveResult, ReserveResult__Output as _gateway_billing_v1_ReserveResult__Output } from './gateway/billing/v1/ReserveResult.ts';
import type { ReserveStreamRequest as _gateway_billing_v1_ReserveStreamRequest, ReserveStreamRequest__Output as _gateway_billing_v1_ReserveStreamRequest__Output } from './gateway/billing/v1/ReserveStreamRequest.ts';
import type { ReserveStreamResponse as _gateway_billing_v1_ReserveStreamResponse, ReserveStreamResponse__Output as _gateway_billing_v1_ReserveStreamResponse__Output } from './gateway/billing/v1/ReserveStreamResponse.ts';
import type { SetPublisherStatusRequest as _gateway_billing_v1_SetPublisherStatusRequest, SetPublisherStatusRequest__Output as _gateway_billing_v1_SetPublisherStatusRequest__Output } from './gateway/billing/v1/SetPublisherStatusRequest.ts';
import type { SetPublisherStatusResponse as _gateway_billing_v1_SetPublisherStatusResponse, SetPublisherStatusResponse__Output as _gateway_billing_v1_SetPublisherStatusResponse__Output } from './gateway/billing/v1/SetPublisherStatusResponse.ts';
import type { SettleItem as _gateway_billing_v1_SettleItem, SettleItem__Output as _gateway_billing_v1_SettleItem__Output } from './gateway/billing/v1/SettleItem.ts';
import type { SettleResult as _gateway_billing_v1_SettleResult, SettleResult__Output as _gateway_billing_v1_SettleResult__Output } from './gateway/billing/v1/SettleResult.ts';
import type { SettleStreamRequest as _gateway_billing_v1_SettleStreamRequest, SettleStreamRequest__Output as _gateway_billing_v1_SettleStreamRequest__Output } from './gateway/billing/v1/SettleStreamRequest.ts';
import type { SettleStreamResponse as _gateway_billing_v1_SettleStreamResponse, SettleStreamResponse__Output as _gateway_billing_v1_SettleStreamResponse__Output } from './gateway/billing/v1/SettleStreamResponse.ts';
import type { TierEntry as _gateway_billing_v1_TierEntry, TierEntry__Output as _gateway_billing_v1_TierEntry__Output } from './gateway/billing/v1/TierEntry.ts';
import type { ToolPrice as _gateway_billing_v1_ToolPrice, ToolPrice__Output as _gateway_billing_v1_ToolPrice__Output } from './gateway/billing/v1/ToolPrice.ts';
import type { Upstream as _gateway_billing_v1_Upstream, Upstream__Output as _gateway_billing_v1_Upstream__Output } from './gateway/billing/v1/Upstream.ts';
import type { Any as _gateway_rpc_v1_Any, Any__Output as _gateway_rpc_v1_Any__Output } from './gateway/rpc/v1/Any.ts';
import type { ErrorInfo as _gateway_rpc_v1_ErrorInfo, ErrorInfo__Output as _gateway_rpc_v1_ErrorInfo__Output } from './gateway/rpc/v1/ErrorInfo.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from './gateway/rpc/v1/Refusal.ts';
import type { Status as _gateway_rpc_v1_Status, Status__Output as _gateway_rpc_v1_Status__Output } from './gateway/rpc/v1/Status.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        AheadPlaces: MessageTypeDefinition<_gateway_billing_v1_AheadPlaces, _gateway_billing_v1_AheadPlaces__Output>
        AppEntry: MessageTypeDefinition<_gateway_billing_v1_AppEntry, _gateway_billing_v1_AppEntry__Output>
        ApplyCatalogRequest: MessageTypeDefinition<_gateway_billing_v1_ApplyCatalogRequest, _gateway_billing_v1_ApplyCatalogRequest__Output>
        ApplyCatalogResponse: MessageTypeDefinition<_gateway_billing_v1_ApplyCatalogResponse, _gateway_billing_v1_ApplyCatalogResponse__Output>
        BuyerAccountEntry: MessageTypeDefinition<_gateway_billing_v1_BuyerAccountEntry, _gateway_billing_v1_BuyerAccountEntry__Output>
        CaptureRequest: MessageTypeDefinition<_gateway_billing_v1_CaptureRequest, _gateway_billing_v1_CaptureRequest__Output>
        CaptureResponse: MessageTypeDefinition<_gateway_billing_v1_CaptureResponse, _gateway_billing_v1_CaptureResponse__Output>
        CatalogAdminService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_CatalogAdminServiceClient> & { service: _gateway_billing_v1_CatalogAdminServiceDefinition }
        GetReservationRequest: MessageTypeDefinition<_gateway_billing_v1_GetReservationRequest, _gateway_billing_v1_GetReservationRequest__Output>
        GetReservationResponse: MessageTypeDefinition<_gateway_billing_v1_GetReservationResponse, _gateway_billing_v1_GetReservationResponse__Output>
        ListOpenReservationsRequest: MessageTypeDefinition<_gateway_billing_v1_ListOpenReservationsRequest, _gateway_billing_v1_ListOpenReservationsRequest__Output>
        ListOpenReservationsResponse: MessageTypeDefinition<_gateway_billing_v1_ListOpenReservationsResponse, _gateway_billing_v1_ListOpenReservationsResponse__Output>
        ListPublishersRequest: MessageTypeDefinition<_gateway_billing_v1_ListPublishersRequest, _gateway_billing_v1_ListPublishersRequest__Output>
        ListPublishersResponse: MessageTypeDefinition<_gateway_billing_v1_ListPublishersResponse, _gateway_billing_v1_ListPublishersResponse__Output>
        ListedPrice: MessageTypeDefinition<_gateway_billing_v1_ListedPrice, _gateway_billing_v1_ListedPrice__Output>
        ListedRise: MessageTypeDefinition<_gateway_billing_v1_ListedRise, _gateway_billing_v1_ListedRise__Output>
        MeterReading: MessageTypeDefinition<_gateway_billing_v1_MeterReading, _gateway_billing_v1_MeterReading__Output>
        PriceList: MessageTypeDefinition<_gateway_billing_v1_PriceList, _gateway_billing_v1_PriceList__Output>
        PublisherEntry: MessageTypeDefinition<_gateway_billing_v1_PublisherEntry, _gateway_billing_v1_PublisherEntry__Output>
        PublisherSummary: MessageTypeDefinition<_gateway_billing_v1_PublisherSummary, _gateway_billing_v1_PublisherSummary__Output>
        PurchaseEntry: MessageTypeDefinition<_gateway_billing_v1_PurchaseEntry, _gateway_billing_v1_PurchaseEntry__Output>
        PurchaseStatus: EnumTypeDefinition
        QuoteRequest: MessageTypeDefinition<_gateway_billing_v1_QuoteRequest, _gateway_billing_v1_QuoteRequest__Output>
        QuoteResponse: MessageTypeDefinition<_gateway_billing_v1_QuoteResponse, _gateway_billing_v1_QuoteResponse__Output>
        RefundCallRequest: MessageTypeDefinition<_gateway_billing_v1_RefundCallRequest, _gateway_billing_v1_RefundCallRequest__Output>
        RefundCallResponse: MessageTypeDefinition<_gateway_billing_v1_RefundCallResponse, _gateway_billing_v1_RefundCallResponse__Output>
        ReleaseAheadRequest: MessageTypeDefinition<_gateway_billing_v1_ReleaseAheadRequest, _gateway_billing_v1_ReleaseAheadRequest__Output>
        ReleaseAheadResponse: MessageTypeDefinition<_gateway_billing_v1_ReleaseAheadResponse, _gateway_billing_v1_ReleaseAheadResponse__Output>
        ReleaseReason: EnumTypeDefinition
        ReleaseRequest: MessageTypeDefinition<_gateway_billing_v1_ReleaseRequest, _gateway_billing_v1_ReleaseRequest__Output>
        ReleaseResponse: MessageTypeDefinition<_gateway_billing_v1_ReleaseResponse, _gateway_billing_v1_ReleaseResponse__Output>
        Reservation: MessageTypeDefinition<_gateway_billing_v1_Reservation, _gateway_billing_v1_Reservation__Output>
        ReservationService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_ReservationServiceClient> & { service: _gateway_billing_v1_ReservationServiceDefinition }
        ReservationState: EnumTypeDefinition
        ReserveAheadRequest: MessageTypeDefinition<_gateway_billing_v1_ReserveAheadRequest, _gateway_billing_v1_ReserveAheadRequest__Output>
        ReserveAheadResponse: MessageTypeDefinition<_gateway_billing_v1_ReserveAheadResponse, _gateway_billing_v1_ReserveAheadResponse__Output>
        ReserveNextItem: MessageTypeDefinition<_gateway_billing_v1_ReserveNextItem, _gateway_billing_v1_ReserveNextItem__Output>
        ReserveNextResult: MessageTypeDefinition<_gateway_billing_v1_ReserveNextResult, _gateway_billing_v1_ReserveNextResult__Output>
        ReserveNextStreamRequest: MessageTypeDefinition<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamRequest__Output>
        ReserveNextStreamResponse: MessageTypeDefinition<_gateway_billing_v1_ReserveNextStreamResponse, _gateway_billing_v1_ReserveNextStreamResponse__Output>
        ReserveRequest: MessageTypeDefinition<_gateway_billing_v1_ReserveRequest, _gateway_billing_v1_ReserveRequest__Output>
        ReserveResponse: MessageTypeDefinition<_gateway_billing_v1_ReserveResponse, _gateway_billing_v1_ReserveResponse__Output>
        ReserveResult: MessageTypeDefinition<_gateway_billing_v1_ReserveResult, _gateway_billing_v1_ReserveResult__Output>
        ReserveStreamRequest: MessageTypeDefinition<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamRequest__Output>
        ReserveStreamResponse: MessageTypeDefinition<_gateway_billing_v1_ReserveStreamResponse, _gateway_billing_v1_ReserveStreamResponse__Output>
        SetPublisherStatusRequest: MessageTypeDefinition<_gateway_billing_v1_SetPublisherStatusRequest, _gateway_billing_v1_SetPublisherStatusRequest__Output>
        SetPublisherStatusResponse: MessageTypeDefinition<_gateway_billing_v1_SetPublisherStatusResponse, _gateway_billing_v1_SetPublisherStatusResponse__Output>
        SettleItem: MessageTypeDefinition<_gateway_billing_v1_SettleItem, _gateway_billing_v1_SettleItem__Output>
        SettleResult: MessageTypeDefinition<_gateway_billing_v1_SettleResult, _gateway_billing_v1_SettleResult__Output>
        SettleStreamRequest: MessageTypeDefinition<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamRequest__Output>
        SettleStreamResponse: MessageTypeDefinition<_gateway_billing_v1_SettleStreamResponse, _gateway_billing_v1_SettleStreamResponse__Output>
        Tier: EnumTypeDefinition
        TierEntry: MessageTypeDefinition<_gateway_billing_v1_TierEntry, _gateway_billing_v1_TierEntry__Output>
        ToolPrice: MessageTypeDefinition<_gateway_billing_v1_ToolPrice, _gateway_billing_v1_ToolPrice__Output>
        Upstream: MessageTypeDefinition<_gateway_billing_v1_Upstream, _gateway_billing_v1_Upstream__Output>
      }
    }
    rpc: {
      v1: {
        Any: MessageTypeDefinition<_gateway_rpc_v1_Any, _gateway_rpc_v1_Any__Output>
        ErrorInfo: MessageTypeDefinition<_gateway_rpc_v1_ErrorInfo, _gateway_rpc_v1_ErrorInfo__Output>
        Refusal: MessageTypeDefinition<_gateway_rpc_v1_Refusal, _gateway_rpc_v1_Refusal__Output>
        Status: MessageTypeDefinition<_gateway_rpc_v1_Status, _gateway_rpc_v1_Status__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ActOnTestCheckoutRequest as _gateway_billing_v1_ActOnTestCheckoutRequest, ActOnTestCheckoutRequest__Output as _gateway_billing_v1_ActOnTestCheckoutRequest__Output } from './gateway/billing/v1/ActOnTestCheckoutRequest.ts';
import type { ActOnTestCheckoutResponse as _gateway_billing_v1_ActOnTestCheckoutResponse, ActOnTestCheckoutResponse__Output as _gateway_billing_v1_ActOnTestCheckoutResponse__Output } from './gateway/billing/v1/ActOnTestCheckoutResponse.ts';
import type { AdmitBuyerRequest as _gateway_billing_v1_AdmitBuyerRequest, AdmitBuyerRequest__Output as _gateway_billing_v1_AdmitBuyerRequest__Output } from './gateway/billing/v1/AdmitBuyerRequest.ts';
import type { AdmitBuyerResponse as _gateway_billing_v1_AdmitBuyerResponse, AdmitBuyerResponse__Output as _gateway_billing_v1_AdmitBuyerResponse__Output } from './gateway/billing/v1/AdmitBuyerResponse.ts';
import type { CapturedCall as _gateway_billing_v1_CapturedCall, CapturedCall__Output as _gateway_billing_v1_CapturedCall__Output } from './gateway/billing/v1/CapturedCall.ts';
import type { CapturedDigest as _gateway_billing_v1_CapturedDigest, CapturedDigest__Output as _gateway_billing_v1_CapturedDigest__Output } from './gateway/billing/v1/CapturedDigest.ts';
import type { CellPeerServiceClient as _gateway_billing_v1_CellPeerServiceClient, CellPeerServiceDefinition as _gateway_billing_v1_CellPeerServiceDefinition } from './gateway/billing/v1/CellPeerService.ts';
import type { CellTransfer as _gateway_billing_v1_CellTransfer, CellTransfer__Output as _gateway_billing_v1_CellTransfer__Output } from './gateway/billing/v1/CellTransfer.ts';
import type { CollectPayableRequest as _gateway_billing_v1_CollectPayableRequest, CollectPayableRequest__Output as _gateway_billing_v1_CollectPayableRequest__Output } from './gateway/billing/v1/CollectPayableRequest.ts';
import type { CollectPayableResponse as _gateway_billing_v1_CollectPayableResponse, CollectPayableResponse__Output as _gateway_billing_v1_CollectPayableResponse__Output } from './gateway/billing/v1/CollectPayableResponse.ts';
import type { CorrectedCall as _gateway_billing_v1_CorrectedCall, CorrectedCall__Output as _gateway_billing_v1_CorrectedCall__Output } from './gateway/billing/v1/CorrectedCall.ts';
import type { CountAppUseRequest as _gateway_billing_v1_CountAppUseRequest, CountAppUseRequest__Output as _gateway_billing_v1_CountAppUseRequest__Output } from './gateway/billing/v1/CountAppUseRequest.ts';
import type { CountAppUseResponse as _gateway_billing_v1_CountAppUseResponse, CountAppUseResponse__Output as _gateway_billing_v1_CountAppUseResponse__Output } from './gateway/billing/v1/CountAppUseResponse.ts';
import type { DigestCapturedRequest as _gateway_billing_v1_DigestCapturedRequest, DigestCapturedRequest__Output as _gateway_billing_v1_DigestCapturedRequest__Output } from './gateway/billing/v1/DigestCapturedRequest.ts';
import type { DigestCapturedResponse as _gateway_billing_v1_DigestCapturedResponse, DigestCapturedResponse__Output as _gateway_billing_v1_DigestCapturedResponse__Output } from './gateway/billing/v1/DigestCapturedResponse.ts';
import type { FindUnknownCallsRequest as _gateway_billing_v1_FindUnknownCallsRequest, FindUnknownCallsRequest__Output as _gateway_billing_v1_FindUnknownCallsRequest__Output } from './gateway/billing/v1/FindUnknownCallsRequest.ts';
import type { FindUnknownCallsResponse as _gateway_billing_v1_FindUnknownCallsResponse, FindUnknownCallsResponse__Output as _gateway_billing_v1_FindUnknownCallsResponse__Output } from './gateway/billing/v1/FindUnknownCallsResponse.ts';
import type { GetCellStateRequest as _gateway_billing_v1_GetCellStateRequest, GetCellStateRequest__Output as _gateway_billing_v1_GetCellStateRequest__Output } from './gateway/billing/v1/GetCellStateRequest.ts';
import type { GetCellStateResponse as _gateway_billing_v1_GetCellStateResponse, GetCellStateResponse__Output as _gateway_billing_v1_GetCellStateResponse__Output } from './gateway/billing/v1/GetCellStateResponse.ts';
import type { GetMoveStateRequest as _gateway_billing_v1_GetMoveStateRequest, GetMoveStateRequest__Output as _gateway_billing_v1_GetMoveStateRequest__Output } from './gateway/billing/v1/GetMoveStateRequest.ts';
import type { GetMoveStateResponse as _gateway_billing_v1_GetMoveStateResponse, GetMoveStateResponse__Output as _gateway_billing_v1_GetMoveStateResponse__Output } from './gateway/billing/v1/GetMoveStateResponse.ts';
import type { GetTestCheckoutRequest as _gateway_billing_v1_GetTestCheckoutRequest, GetTestCheckoutRequest__Output as _gateway_billing_v1_GetTestCheckoutRequest__Output } from './gateway/billing/v1/GetTestCheckoutRequest.ts';
import type { GetTestCheckoutResponse as _gateway_billing_v1_GetTestCheckoutResponse, GetTestCheckoutResponse__Output as _gateway_billing_v1_GetTestCheckoutResponse__Output } from './gateway/billing/v1/GetTestCheckoutResponse.ts';
import type { ListCapturedRequest as _gateway_billing_v1_ListCapturedRequest, ListCapturedRequest__Output as _gateway_billing_v1_ListCapturedRequest__Output } from './gateway/billing/v1/ListCapturedRequest.ts';
import type { ListCapturedResponse as _gateway_billing_v1_ListCapturedResponse, ListCapturedResponse__Output as _gateway_billing_v1_ListCapturedResponse__Output } from './gateway/billing/v1/ListCapturedResponse.ts';
import type { ListCatalogueChangesRequest as _gateway_billing_v1_ListCatalogueChangesRequest, ListCatalogueChangesRequest__Output as _gateway_billing_v1_ListCatalogueChangesRequest__Output } from './gateway/billing/v1/ListCatalogueChangesRequest.ts';
import type { ListCatalogueChangesResponse as _gateway_billing_v1_ListCatalogueChangesResponse, ListCatalogueChangesResponse__Output as _gateway_billing_v1_ListCatalogueChangesResponse__Output } from './gateway/billing/v1/ListCatalogueChangesResponse.ts';
import type { ListCorrectedCallsRequest as _gateway_billing_v1_ListCorrectedCallsRequest, ListCorrectedCallsRequest__Output as _gateway_billing_v1_ListCorrectedCallsRequest__Output } from './gateway/billing/v1/ListCorrectedCallsRequest.ts';
import type { ListCorrectedCallsResponse as _gateway_billing_v1_ListCorrectedCallsResponse, ListCorrectedCallsResponse__Output as _gateway_billing_v1_ListCorrectedCallsResponse__Output } from './gateway/billing/v1/ListCorrectedCallsResponse.ts';
import type { ListTransfersRequest as _gateway_billing_v1_ListTransfersRequest, ListTransfersRequest__Output as _gateway_billing_v1_ListTransfersRequest__Output } from './gateway/billing/v1/ListTransfersRequest.ts';
import type { ListTransfersResponse as _gateway_billing_v1_ListTransfersResponse, ListTransfersResponse__Output as _gateway_billing_v1_ListTransfersResponse__Output } from './gateway/billing/v1/ListTransfersResponse.ts';
import type { NoteBuyerMovedRequest as _gateway_billing_v1_NoteBuyerMovedRequest, NoteBuyerMovedRequest__Output as _gateway_billing_v1_NoteBuyerMovedRequest__Output } from './gateway/billing/v1/NoteBuyerMovedRequest.ts';
import type { NoteBuyerMovedResponse as _gateway_billing_v1_NoteBuyerMovedResponse, NoteBuyerMovedResponse__Output as _gateway_billing_v1_NoteBuyerMovedResponse__Output } from './gateway/billing/v1/NoteBuyerMovedResponse.ts';
import type { PullCatalogueRequest as _gateway_billing_v1_PullCatalogueRequest, PullCatalogueRequest__Output as _gateway_billing_v1_PullCatalogueRequest__Output } from './gateway/billing/v1/PullCatalogueRequest.ts';
import type { PullCatalogueResponse as _gateway_billing_v1_PullCatalogueResponse, PullCatalogueResponse__Output as _gateway_billing_v1_PullCatalogueResponse__Output } from './gateway/billing/v1/PullCatalogueResponse.ts';
import type { ReadCapturedRequest as _gateway_billing_v1_ReadCapturedRequest, ReadCapturedRequest__Output as _gateway_billing_v1_ReadCapturedRequest__Output } from './gateway/billing/v1/ReadCapturedRequest.ts';
import type { ReadCapturedResponse as _gateway_billing_v1_ReadCapturedResponse, ReadCapturedResponse__Output as _gateway_billing_v1_ReadCapturedResponse__Output } from './gateway/billing/v1/ReadCapturedResponse.ts';
import type { SendBuyerRequest as _gateway_billing_v1_SendBuyerRequest, SendBuyerRequest__Output as _gateway_billing_v1_SendBuyerRequest__Output } from './gateway/billing/v1/SendBuyerRequest.ts';
import type { SendBuyerResponse as _gateway_billing_v1_SendBuyerResponse, SendBuyerResponse__Output as _gateway_billing_v1_SendBuyerResponse__Output } from './gateway/billing/v1/SendBuyerResponse.ts';
import type { TakeIdempotencyCopiesRequest as _gateway_billing_v1_TakeIdempotencyCopiesRequest, TakeIdempotencyCopiesRequest__Output as _gateway_billing_v1_TakeIdempotencyCopiesRequest__Output } from './gateway/billing/v1/TakeIdempotencyCopiesRequest.ts';
import type { TakeIdempotencyCopiesResponse as _gateway_billing_v1_TakeIdempotencyCopiesResponse, TakeIdempotencyCopiesResponse__Output as _gateway_billing_v1_TakeIdempotencyCopiesResponse__Output } from './gateway/billing/v1/TakeIdempotencyCopiesResponse.ts';
import type { TakeMovePartRequest as _gateway_billing_v1_TakeMovePartRequest, TakeMovePartRequest__Output as _gateway_billing_v1_TakeMovePartRequest__Output } from './gateway/billing/v1/TakeMovePartRequest.ts';
import type { TakeMovePartResponse as _gateway_billing_v1_TakeMovePartResponse, TakeMovePartResponse__Output as _gateway_billing_v1_TakeMovePartResponse__Output } from './gateway/billing/v1/TakeMovePartResponse.ts';
import type { TakeProcessorEventRequest as _gateway_billing_v1_TakeProcessorEventRequest, TakeProcessorEventRequest__Output as _gateway_billing_v1_TakeProcessorEventRequest__Output } from './gateway/billing/v1/TakeProcessorEventRequest.ts';
import type { TakeProcessorEventResponse as _gateway_billing_v1_TakeProcessorEventResponse, TakeProcessorEventResponse__Output as _gateway_billing_v1_TakeProcessorEventResponse__Output } from './gateway/billing/v1/TakeProcessorEventResponse.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        ActOnTestCheckoutRequest: MessageTypeDefinition<_gateway_billing_v1_ActOnTestCheckoutRequest, _gateway_billing_v1_ActOnTestCheckoutRequest__Output>
        ActOnTestCheckoutResponse: MessageTypeDefinition<_gateway_billing_v1_ActOnTestCheckoutResponse, _gateway_billing_v1_ActOnTestCheckoutResponse__Output>
        AdmitBuyerRequest: MessageTypeDefinition<_gateway_billing_v1_AdmitBuyerRequest, _gateway_billing_v1_AdmitBuyerRequest__Output>
        AdmitBuyerResponse: MessageTypeDefinition<_gateway_billing_v1_AdmitBuyerResponse, _gateway_billing_v1_AdmitBuyerResponse__Output>
        CapturedCall: MessageTypeDefinition<_gateway_billing_v1_CapturedCall, _gateway_billing_v1_CapturedCall__Output>
        CapturedDigest: MessageTypeDefinition<_gateway_billing_v1_CapturedDigest, _gateway_billing_v1_CapturedDigest__Output>
        CellPeerService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_CellPeerServiceClient> & { service: _gateway_billing_v1_CellPeerServiceDefinition }
        CellTransfer: MessageTypeDefinition<_gateway_billing_v1_CellTransfer, _gateway_billing_v1_CellTransfer__Output>
        CollectPayableRequest: MessageTypeDefinition<_gateway_billing_v1_CollectPayableRequest, _gateway_billing_v1_CollectPayableRequest__Output>
        CollectPayableResponse: MessageTypeDefinition<_gateway_billing_v1_CollectPayableResponse, _gateway_billing_v1_CollectPayableResponse__Output>
        CorrectedCall: MessageTypeDefinition<_gateway_billing_v1_CorrectedCall, _gateway_billing_v1_CorrectedCall__Output>
        CountAppUseRequest: MessageTypeDefinition<_gateway_billing_v1_CountAppUseRequest, _gateway_billing_v1_CountAppUseRequest__Output>
        CountAppUseResponse: MessageTypeDefinition<_gateway_billing_v1_CountAppUseResponse, _gateway_billing_v1_CountAppUseResponse__Output>
        DigestCapturedRequest: MessageTypeDefinition<_gateway_billing_v1_DigestCapturedRequest, _gateway_billing_v1_DigestCapturedRequest__Output>
        DigestCapturedResponse: MessageTypeDefinition<_gateway_billing_v1_DigestCapturedResponse, _gateway_billing_v1_DigestCapturedResponse__Output>
        FindUnknownCallsRequest: MessageTypeDefinition<_gateway_billing_v1_FindUnknownCallsRequest, _gateway_billing_v1_FindUnknownCallsRequest__Output>
        FindUnknownCallsResponse: MessageTypeDefinition<_gateway_billing_v1_FindUnknownCallsResponse, _gateway_billing_v1_FindUnknownCallsResponse__Output>
        GetCellStateRequest: MessageTypeDefinition<_gateway_billing_v1_GetCellStateRequest, _gateway_billing_v1_GetCellStateRequest__Output>
        GetCellStateResponse: MessageTypeDefinition<_gateway_billing_v1_GetCellStateResponse, _gateway_billing_v1_GetCellStateResponse__Output>
        GetMoveStateRequest: MessageTypeDefinition<_gateway_billing_v1_GetMoveStateRequest, _gateway_billing_v1_GetMoveStateRequest__Output>
        GetMoveStateResponse: MessageTypeDefinition<_gateway_billing_v1_GetMoveStateResponse, _gateway_billing_v1_GetMoveStateResponse__Output>
        GetTestCheckoutRequest: MessageTypeDefinition<_gateway_billing_v1_GetTestCheckoutRequest, _gateway_billing_v1_GetTestCheckoutRequest__Output>
        GetTestCheckoutResponse: MessageTypeDefinition<_gateway_billing_v1_GetTestCheckoutResponse, _gateway_billing_v1_GetTestCheckoutResponse__Output>
        ListCapturedRequest: MessageTypeDefinition<_gateway_billing_v1_ListCapturedRequest, _gateway_billing_v1_ListCapturedRequest__Output>
        ListCapturedResponse: MessageTypeDefinition<_gateway_billing_v1_ListCapturedResponse, _gateway_billing_v1_ListCapturedResponse__Output>
        ListCatalogueChangesRequest: MessageTypeDefinition<_gateway_billing_v1_ListCatalogueChangesRequest, _gateway_billing_v1_ListCatalogueChangesRequest__Output>
        ListCatalogueChangesResponse: MessageTypeDefinition<_gateway_billing_v1_ListCatalogueChangesResponse, _gateway_billing_v1_ListCatalogueChangesResponse__Output>
        ListCorrectedCallsRequest: MessageTypeDefinition<_gateway_billing_v1_ListCorrectedCallsRequest, _gateway_billing_v1_ListCorrectedCallsRequest__Output>
        ListCorrectedCallsResponse: MessageTypeDefinition<_gateway_billing_v1_ListCorrectedCallsResponse, _gateway_billing_v1_ListCorrectedCallsResponse__Output>
        ListTransfersRequest: MessageTypeDefinition<_gateway_billing_v1_ListTransfersRequest, _gateway_billing_v1_ListTransfersRequest__Output>
        ListTransfersResponse: MessageTypeDefinition<_gateway_billing_v1_ListTransfersResponse, _gateway_billing_v1_ListTransfersResponse__Output>
        NoteBuyerMovedRequest: MessageTypeDefinition<_gateway_billing_v1_NoteBuyerMovedRequest, _gateway_billing_v1_NoteBuyerMovedRequest__Output>
        NoteBuyerMovedResponse: MessageTypeDefinition<_gateway_billing_v1_NoteBuyerMovedResponse, _gateway_billing_v1_NoteBuyerMovedResponse__Output>
        PullCatalogueRequest: MessageTypeDefinition<_gateway_billing_v1_PullCatalogueRequest, _gateway_billing_v1_PullCatalogueRequest__Output>
        PullCatalogueResponse: MessageTypeDefinition<_gateway_billing_v1_PullCatalogueResponse, _gateway_billing_v1_PullCatalogueResponse__Output>
        ReadCapturedRequest: MessageTypeDefinition<_gateway_billing_v1_ReadCapturedRequest, _gateway_billing_v1_ReadCapturedRequest__Output>
        ReadCapturedResponse: MessageTypeDefinition<_gateway_billing_v1_ReadCapturedResponse, _gateway_billing_v1_ReadCapturedResponse__Output>
        SendBuyerRequest: MessageTypeDefinition<_gateway_billing_v1_SendBuyerRequest, _gateway_billing_v1_SendBuyerRequest__Output>
        SendBuyerResponse: MessageTypeDefinition<_gateway_billing_v1_SendBuyerResponse, _gateway_billing_v1_SendBuyerResponse__Output>
        TakeIdempotencyCopiesRequest: MessageTypeDefinition<_gateway_billing_v1_TakeIdempotencyCopiesRequest, _gateway_billing_v1_TakeIdempotencyCopiesRequest__Output>
        TakeIdempotencyCopiesResponse: MessageTypeDefinition<_gateway_billing_v1_TakeIdempotencyCopiesResponse, _gateway_billing_v1_TakeIdempotencyCopiesResponse__Output>
        TakeMovePartRequest: MessageTypeDefinition<_gateway_billing_v1_TakeMovePartRequest, _gateway_billing_v1_TakeMovePartRequest__Output>
        TakeMovePartResponse: MessageTypeDefinition<_gateway_billing_v1_TakeMovePartResponse, _gateway_billing_v1_TakeMovePartResponse__Output>
        TakeProcessorEventRequest: MessageTypeDefinition<_gateway_billing_v1_TakeProcessorEventRequest, _gateway_billing_v1_TakeProcessorEventRequest__Output>
        TakeProcessorEventResponse: MessageTypeDefinition<_gateway_billing_v1_TakeProcessorEventResponse, _gateway_billing_v1_TakeProcessorEventResponse__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


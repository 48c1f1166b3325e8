import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CellAddress as _gateway_billing_v1_CellAddress, CellAddress__Output as _gateway_billing_v1_CellAddress__Output } from './gateway/billing/v1/CellAddress.ts';
import type { CellServiceClient as _gateway_billing_v1_CellServiceClient, CellServiceDefinition as _gateway_billing_v1_CellServiceDefinition } from './gateway/billing/v1/CellService.ts';
import type { CellState as _gateway_billing_v1_CellState, CellState__Output as _gateway_billing_v1_CellState__Output } from './gateway/billing/v1/CellState.ts';
import type { GetCellMapRequest as _gateway_billing_v1_GetCellMapRequest, GetCellMapRequest__Output as _gateway_billing_v1_GetCellMapRequest__Output } from './gateway/billing/v1/GetCellMapRequest.ts';
import type { GetCellMapResponse as _gateway_billing_v1_GetCellMapResponse, GetCellMapResponse__Output as _gateway_billing_v1_GetCellMapResponse__Output } from './gateway/billing/v1/GetCellMapResponse.ts';
import type { ListCellsRequest as _gateway_billing_v1_ListCellsRequest, ListCellsRequest__Output as _gateway_billing_v1_ListCellsRequest__Output } from './gateway/billing/v1/ListCellsRequest.ts';
import type { ListCellsResponse as _gateway_billing_v1_ListCellsResponse, ListCellsResponse__Output as _gateway_billing_v1_ListCellsResponse__Output } from './gateway/billing/v1/ListCellsResponse.ts';
import type { MoveBuyerRequest as _gateway_billing_v1_MoveBuyerRequest, MoveBuyerRequest__Output as _gateway_billing_v1_MoveBuyerRequest__Output } from './gateway/billing/v1/MoveBuyerRequest.ts';
import type { MoveBuyerResponse as _gateway_billing_v1_MoveBuyerResponse, MoveBuyerResponse__Output as _gateway_billing_v1_MoveBuyerResponse__Output } from './gateway/billing/v1/MoveBuyerResponse.ts';
import type { MovedBuyer as _gateway_billing_v1_MovedBuyer, MovedBuyer__Output as _gateway_billing_v1_MovedBuyer__Output } from './gateway/billing/v1/MovedBuyer.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        CellAddress: MessageTypeDefinition<_gateway_billing_v1_CellAddress, _gateway_billing_v1_CellAddress__Output>
        CellService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_CellServiceClient> & { service: _gateway_billing_v1_CellServiceDefinition }
        CellState: MessageTypeDefinition<_gateway_billing_v1_CellState, _gateway_billing_v1_CellState__Output>
        GetCellMapRequest: MessageTypeDefinition<_gateway_billing_v1_GetCellMapRequest, _gateway_billing_v1_GetCellMapRequest__Output>
        GetCellMapResponse: MessageTypeDefinition<_gateway_billing_v1_GetCellMapResponse, _gateway_billing_v1_GetCellMapResponse__Output>
        ListCellsRequest: MessageTypeDefinition<_gateway_billing_v1_ListCellsRequest, _gateway_billing_v1_ListCellsRequest__Output>
        ListCellsResponse: MessageTypeDefinition<_gateway_billing_v1_ListCellsResponse, _gateway_billing_v1_ListCellsResponse__Output>
        MoveBuyerRequest: MessageTypeDefinition<_gateway_billing_v1_MoveBuyerRequest, _gateway_billing_v1_MoveBuyerRequest__Output>
        MoveBuyerResponse: MessageTypeDefinition<_gateway_billing_v1_MoveBuyerResponse, _gateway_billing_v1_MoveBuyerResponse__Output>
        MovedBuyer: MessageTypeDefinition<_gateway_billing_v1_MovedBuyer, _gateway_billing_v1_MovedBuyer__Output>
      }
    }
  }
}


// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { CellTransfer as _gateway_billing_v1_CellTransfer, CellTransfer__Output as _gateway_billing_v1_CellTransfer__Output } from '../../../gateway/billing/v1/CellTransfer.ts';

export interface ListTransfersResponse {
  'transfers'?: (_gateway_billing_v1_CellTransfer)[];
}

export interface ListTransfersResponse__Output {
  'transfers': (_gateway_billing_v1_CellTransfer__Output)[];
}

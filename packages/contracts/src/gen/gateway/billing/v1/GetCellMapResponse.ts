// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type { CellAddress as _gateway_billing_v1_CellAddress, CellAddress__Output as _gateway_billing_v1_CellAddress__Output } from '../../../gateway/billing/v1/CellAddress.ts';
import type { MovedBuyer as _gateway_billing_v1_MovedBuyer, MovedBuyer__Output as _gateway_billing_v1_MovedBuyer__Output } from '../../../gateway/billing/v1/MovedBuyer.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetCellMapResponse {
  'version'?: (number | string | Long);
  'cells'?: (_gateway_billing_v1_CellAddress)[];
  'bucketCells'?: (Buffer | Uint8Array | string);
  'moved'?: (_gateway_billing_v1_MovedBuyer)[];
}

export interface GetCellMapResponse__Output {
  'version': (string);
  'cells': (_gateway_billing_v1_CellAddress__Output)[];
  'bucketCells': (Buffer);
  'moved': (_gateway_billing_v1_MovedBuyer__Output)[];
}

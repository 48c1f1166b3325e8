// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type { CellState as _gateway_billing_v1_CellState, CellState__Output as _gateway_billing_v1_CellState__Output } from '../../../gateway/billing/v1/CellState.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListCellsResponse {
  'mapVersion'?: (number | string | Long);
  'cells'?: (_gateway_billing_v1_CellState)[];
}

export interface ListCellsResponse__Output {
  'mapVersion': (string);
  'cells': (_gateway_billing_v1_CellState__Output)[];
}

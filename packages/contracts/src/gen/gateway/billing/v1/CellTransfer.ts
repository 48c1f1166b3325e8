// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CellTransfer {
  'moveId'?: (string);
  'out'?: (boolean);
  'arrived'?: (boolean);
  'walletMicros'?: (number | string | Long);
  'owedMicros'?: (number | string | Long);
}

export interface CellTransfer__Output {
  'moveId': (string);
  'out': (boolean);
  'arrived': (boolean);
  'walletMicros': (string);
  'owedMicros': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetMoveStateResponse {
  'departureCount'?: (number | string | Long);
  'leavingCount'?: (number | string | Long);
}

export interface GetMoveStateResponse__Output {
  'departureCount': (string);
  'leavingCount': (string);
}

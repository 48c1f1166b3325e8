// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetCellStateResponse {
  'buyerCount'?: (number | string | Long);
  'mapVersion'?: (number | string | Long);
}

export interface GetCellStateResponse__Output {
  'buyerCount': (string);
  'mapVersion': (string);
}

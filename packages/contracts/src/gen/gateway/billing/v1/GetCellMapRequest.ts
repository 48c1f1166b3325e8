// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetCellMapRequest {
  'knownVersion'?: (number | string | Long);
}

export interface GetCellMapRequest__Output {
  'knownVersion': (string);
}

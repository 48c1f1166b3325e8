// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type { Long } from '@grpc/proto-loader';

export interface MoveBuyerResponse {
  'fromCell'?: (string);
  'mapVersion'?: (number | string | Long);
}

export interface MoveBuyerResponse__Output {
  'fromCell': (string);
  'mapVersion': (string);
}

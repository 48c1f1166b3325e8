// Original file: ../../proto/gateway/billing/v1/cell_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CellState {
  'name'?: (string);
  'address'?: (string);
  'bucketCount'?: (number);
  'movedCount'?: (number);
  'buyerCount'?: (number | string | Long);
  'failure'?: (string);
  'mapVersion'?: (number | string | Long);
}

export interface CellState__Output {
  'name': (string);
  'address': (string);
  'bucketCount': (number);
  'movedCount': (number);
  'buyerCount': (string);
  'failure': (string);
  'mapVersion': (string);
}

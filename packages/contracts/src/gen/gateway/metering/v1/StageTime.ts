// Original file: ../../proto/gateway/metering/v1/stage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface StageTime {
  'name'?: (string);
  'callCount'?: (number | string | Long);
  'p50Us'?: (number | string | Long);
  'p95Us'?: (number | string | Long);
  'p99Us'?: (number | string | Long);
}

export interface StageTime__Output {
  'name': (string);
  'callCount': (string);
  'p50Us': (string);
  'p95Us': (string);
  'p99Us': (string);
}

// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface FailureCount {
  'code'?: (string);
  'callCount'?: (number | string | Long);
  'countsInQuality'?: (boolean);
}

export interface FailureCount__Output {
  'code': (string);
  'callCount': (string);
  'countsInQuality': (boolean);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface OutcomeSum {
  'code'?: (string);
  'callCount'?: (number | string | Long);
}

export interface OutcomeSum__Output {
  'code': (string);
  'callCount': (string);
}

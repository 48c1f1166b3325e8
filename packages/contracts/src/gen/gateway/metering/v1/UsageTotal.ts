// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface UsageTotal {
  'app'?: (string);
  'callCount'?: (number | string | Long);
  'chargedMicros'?: (number | string | Long);
  'totalTokens'?: (number | string | Long);
}

export interface UsageTotal__Output {
  'app': (string);
  'callCount': (string);
  'chargedMicros': (string);
  'totalTokens': (string);
}

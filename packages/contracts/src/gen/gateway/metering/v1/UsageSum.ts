// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface UsageSum {
  'group'?: (string);
  'callCount'?: (number | string | Long);
  'chargedMicros'?: (number | string | Long);
  'totalTokens'?: (number | string | Long);
}

export interface UsageSum__Output {
  'group': (string);
  'callCount': (string);
  'chargedMicros': (string);
  'totalTokens': (string);
}

// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface PublisherUsageSum {
  'group'?: (string);
  'callCount'?: (number | string | Long);
  'chargedMicros'?: (number | string | Long);
  'totalTokens'?: (number | string | Long);
  'buyerCount'?: (number | string | Long);
}

export interface PublisherUsageSum__Output {
  'group': (string);
  'callCount': (string);
  'chargedMicros': (string);
  'totalTokens': (string);
  'buyerCount': (string);
}

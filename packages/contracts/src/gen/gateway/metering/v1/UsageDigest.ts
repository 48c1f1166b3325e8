// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface UsageDigest {
  'recordCount'?: (number | string | Long);
  'digest'?: (number | string | Long);
}

export interface UsageDigest__Output {
  'recordCount': (string);
  'digest': (string);
}

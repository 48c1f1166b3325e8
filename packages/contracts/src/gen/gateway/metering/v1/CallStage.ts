// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CallStage {
  'name'?: (string);
  'durationUs'?: (number | string | Long);
  'note'?: (string);
}

export interface CallStage__Output {
  'name': (string);
  'durationUs': (string);
  'note': (string);
}

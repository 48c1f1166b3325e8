// Original file: ../../proto/gateway/metering/v1/quality_service.proto

import type { Long } from '@grpc/proto-loader';

export interface AppQuality {
  'app'?: (string);
  'chargedCount'?: (number | string | Long);
  'failedCount'?: (number | string | Long);
  'refundedCount'?: (number | string | Long);
  'p50Ms'?: (number);
  'p95Ms'?: (number);
  '_p50Ms'?: "p50Ms";
  '_p95Ms'?: "p95Ms";
}

export interface AppQuality__Output {
  'app': (string);
  'chargedCount': (string);
  'failedCount': (string);
  'refundedCount': (string);
  'p50Ms'?: (number);
  'p95Ms'?: (number);
  '_p50Ms'?: "p50Ms";
  '_p95Ms'?: "p95Ms";
}

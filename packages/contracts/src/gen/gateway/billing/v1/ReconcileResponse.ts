// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ReconcileResponse {
  'capturedCount'?: (number | string | Long);
  'missingCount'?: (number | string | Long);
  'surplusCount'?: (number | string | Long);
  'republishedCount'?: (number | string | Long);
  'retractedCount'?: (number | string | Long);
  'surplusRetractedCount'?: (number | string | Long);
}

export interface ReconcileResponse__Output {
  'capturedCount': (string);
  'missingCount': (string);
  'surplusCount': (string);
  'republishedCount': (string);
  'retractedCount': (string);
  'surplusRetractedCount': (string);
}

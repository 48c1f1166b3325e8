// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ReconcileRequest {
  'lookbackSeconds'?: (number | string | Long);
  'dryRun'?: (boolean);
}

export interface ReconcileRequest__Output {
  'lookbackSeconds': (string);
  'dryRun': (boolean);
}

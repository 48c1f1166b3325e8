// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type { Long } from '@grpc/proto-loader';

export interface MonthlyLine {
  'kind'?: (string);
  'app'?: (string);
  'entryCount'?: (number | string | Long);
  'amountMicros'?: (number | string | Long);
}

export interface MonthlyLine__Output {
  'kind': (string);
  'app': (string);
  'entryCount': (string);
  'amountMicros': (string);
}

// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { Long } from '@grpc/proto-loader';

export interface StatementLine {
  'kind'?: (string);
  'entryCount'?: (number | string | Long);
  'amountMicros'?: (number | string | Long);
}

export interface StatementLine__Output {
  'kind': (string);
  'entryCount': (string);
  'amountMicros': (string);
}

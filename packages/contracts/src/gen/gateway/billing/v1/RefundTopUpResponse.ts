// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundTopUpResponse {
  'refundId'?: (string);
  'amountMicros'?: (number | string | Long);
  'returned'?: (boolean);
}

export interface RefundTopUpResponse__Output {
  'refundId': (string);
  'amountMicros': (string);
  'returned': (boolean);
}

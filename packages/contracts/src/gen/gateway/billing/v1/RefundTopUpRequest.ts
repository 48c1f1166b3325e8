// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundTopUpRequest {
  'topUpId'?: (string);
  'amountMicros'?: (number | string | Long);
  'requestId'?: (string);
}

export interface RefundTopUpRequest__Output {
  'topUpId': (string);
  'amountMicros': (string);
  'requestId': (string);
}

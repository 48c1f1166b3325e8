// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CreatePayoutRequest {
  'username'?: (string);
  'amountMicros'?: (number | string | Long);
  'requestId'?: (string);
}

export interface CreatePayoutRequest__Output {
  'username': (string);
  'amountMicros': (string);
  'requestId': (string);
}

// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateTopUpRequest {
  'buyerId'?: (string);
  'amountMicros'?: (number | string | Long);
  'requestId'?: (string);
  'returnUrl'?: (string);
}

export interface CreateTopUpRequest__Output {
  'buyerId': (string);
  'amountMicros': (string);
  'requestId': (string);
  'returnUrl': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetTestCheckoutResponse {
  'topUpId'?: (string);
  'amountMicros'?: (number | string | Long);
  'returnUrl'?: (string);
  'state'?: (string);
}

export interface GetTestCheckoutResponse__Output {
  'topUpId': (string);
  'amountMicros': (string);
  'returnUrl': (string);
  'state': (string);
}

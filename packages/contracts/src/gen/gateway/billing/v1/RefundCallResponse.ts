// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundCallResponse {
  'refundedMicros'?: (number | string | Long);
}

export interface RefundCallResponse__Output {
  'refundedMicros': (string);
}

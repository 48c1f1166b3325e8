// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CaptureResponse {
  'capturedMicros'?: (number | string | Long);
}

export interface CaptureResponse__Output {
  'capturedMicros': (string);
}

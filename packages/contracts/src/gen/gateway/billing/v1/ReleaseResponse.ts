// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ReleaseResponse {
  'releasedMicros'?: (number | string | Long);
}

export interface ReleaseResponse__Output {
  'releasedMicros': (string);
}

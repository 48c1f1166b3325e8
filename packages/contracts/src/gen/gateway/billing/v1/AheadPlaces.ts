// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface AheadPlaces {
  'appId'?: (string);
  'minute'?: (number | string | Long);
  'day'?: (number | string | Long);
}

export interface AheadPlaces__Output {
  'appId': (string);
  'minute': (string);
  'day': (string);
}

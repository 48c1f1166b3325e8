// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ListedPrice {
  'toolName'?: (string);
  'priceMicros'?: (number | string | Long);
}

export interface ListedPrice__Output {
  'toolName': (string);
  'priceMicros': (string);
}

// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ToolPrice {
  'name'?: (string);
  'priceMicros'?: (number | string | Long);
}

export interface ToolPrice__Output {
  'name': (string);
  'priceMicros': (string);
}

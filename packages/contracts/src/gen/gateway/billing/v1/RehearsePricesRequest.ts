// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { ToolPrice as _gateway_billing_v1_ToolPrice, ToolPrice__Output as _gateway_billing_v1_ToolPrice__Output } from '../../../gateway/billing/v1/ToolPrice.ts';
import type { Long } from '@grpc/proto-loader';

export interface RehearsePricesRequest {
  'username'?: (string);
  'name'?: (string);
  'priceMicros'?: (number | string | Long);
  'tools'?: (_gateway_billing_v1_ToolPrice)[];
}

export interface RehearsePricesRequest__Output {
  'username': (string);
  'name': (string);
  'priceMicros': (string);
  'tools': (_gateway_billing_v1_ToolPrice__Output)[];
}

// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListedTier {
  'tier'?: (_gateway_billing_v1_Tier);
  'priceMicros'?: (number | string | Long);
  'perMinute'?: (number | string | Long);
  'perDay'?: (number | string | Long);
  'monthly'?: (number | string | Long);
}

export interface ListedTier__Output {
  'tier': (_gateway_billing_v1_Tier__Output);
  'priceMicros': (string);
  'perMinute': (string);
  'perDay': (string);
  'monthly': (string);
}

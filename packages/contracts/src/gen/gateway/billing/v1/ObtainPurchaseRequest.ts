// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';

export interface ObtainPurchaseRequest {
  'buyerId'?: (string);
  'app'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'endsAfterWindow'?: (boolean);
}

export interface ObtainPurchaseRequest__Output {
  'buyerId': (string);
  'app': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'endsAfterWindow': (boolean);
}

// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { Long } from '@grpc/proto-loader';

export interface ObtainPurchaseRequest {
  'buyerId'?: (string);
  'app'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'endsAfterWindow'?: (boolean);
  'expectedVersion'?: (number | string | Long);
}

export interface ObtainPurchaseRequest__Output {
  'buyerId': (string);
  'app': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'endsAfterWindow': (boolean);
  'expectedVersion': (string);
}

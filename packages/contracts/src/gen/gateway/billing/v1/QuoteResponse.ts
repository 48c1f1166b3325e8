// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';
import type { Long } from '@grpc/proto-loader';

export interface QuoteResponse {
  'adapter'?: (string);
  'priceMicros'?: (number | string | Long);
  'tier'?: (_gateway_billing_v1_Tier);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
}

export interface QuoteResponse__Output {
  'adapter': (string);
  'priceMicros': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'refusal': (_gateway_rpc_v1_Refusal__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { Upstream as _gateway_billing_v1_Upstream, Upstream__Output as _gateway_billing_v1_Upstream__Output } from '../../../gateway/billing/v1/Upstream.ts';
import type { PriceList as _gateway_billing_v1_PriceList, PriceList__Output as _gateway_billing_v1_PriceList__Output } from '../../../gateway/billing/v1/PriceList.ts';
import type { Long } from '@grpc/proto-loader';

export interface Reservation {
  'callId'?: (string);
  'open'?: (boolean);
  'priceMicros'?: (number | string | Long);
  'tier'?: (_gateway_billing_v1_Tier);
  'purchaseId'?: (string);
  'appId'?: (string);
  'publisherId'?: (string);
  'upstream'?: (_gateway_billing_v1_Upstream | null);
  'prices'?: (_gateway_billing_v1_PriceList | null);
}

export interface Reservation__Output {
  'callId': (string);
  'open': (boolean);
  'priceMicros': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'purchaseId': (string);
  'appId': (string);
  'publisherId': (string);
  'upstream': (_gateway_billing_v1_Upstream__Output | null);
  'prices': (_gateway_billing_v1_PriceList__Output | null);
}

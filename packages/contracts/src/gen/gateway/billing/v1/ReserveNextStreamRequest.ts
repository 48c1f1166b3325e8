// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveNextItem as _gateway_billing_v1_ReserveNextItem, ReserveNextItem__Output as _gateway_billing_v1_ReserveNextItem__Output } from '../../../gateway/billing/v1/ReserveNextItem.ts';

export interface ReserveNextStreamRequest {
  'items'?: (_gateway_billing_v1_ReserveNextItem)[];
}

export interface ReserveNextStreamRequest__Output {
  'items': (_gateway_billing_v1_ReserveNextItem__Output)[];
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { SettleItem as _gateway_billing_v1_SettleItem, SettleItem__Output as _gateway_billing_v1_SettleItem__Output } from '../../../gateway/billing/v1/SettleItem.ts';

export interface SettleStreamRequest {
  'items'?: (_gateway_billing_v1_SettleItem)[];
}

export interface SettleStreamRequest__Output {
  'items': (_gateway_billing_v1_SettleItem__Output)[];
}

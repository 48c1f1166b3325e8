// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { SettleResult as _gateway_billing_v1_SettleResult, SettleResult__Output as _gateway_billing_v1_SettleResult__Output } from '../../../gateway/billing/v1/SettleResult.ts';

export interface SettleStreamResponse {
  'results'?: (_gateway_billing_v1_SettleResult)[];
}

export interface SettleStreamResponse__Output {
  'results': (_gateway_billing_v1_SettleResult__Output)[];
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveResult as _gateway_billing_v1_ReserveResult, ReserveResult__Output as _gateway_billing_v1_ReserveResult__Output } from '../../../gateway/billing/v1/ReserveResult.ts';

export interface ReserveStreamResponse {
  'results'?: (_gateway_billing_v1_ReserveResult)[];
}

export interface ReserveStreamResponse__Output {
  'results': (_gateway_billing_v1_ReserveResult__Output)[];
}

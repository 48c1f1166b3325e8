// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveNextResult as _gateway_billing_v1_ReserveNextResult, ReserveNextResult__Output as _gateway_billing_v1_ReserveNextResult__Output } from '../../../gateway/billing/v1/ReserveNextResult.ts';

export interface ReserveNextStreamResponse {
  'results'?: (_gateway_billing_v1_ReserveNextResult)[];
}

export interface ReserveNextStreamResponse__Output {
  'results': (_gateway_billing_v1_ReserveNextResult__Output)[];
}

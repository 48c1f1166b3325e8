// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveRequest as _gateway_billing_v1_ReserveRequest, ReserveRequest__Output as _gateway_billing_v1_ReserveRequest__Output } from '../../../gateway/billing/v1/ReserveRequest.ts';

export interface ReserveStreamRequest {
  'items'?: (_gateway_billing_v1_ReserveRequest)[];
}

export interface ReserveStreamRequest__Output {
  'items': (_gateway_billing_v1_ReserveRequest__Output)[];
}

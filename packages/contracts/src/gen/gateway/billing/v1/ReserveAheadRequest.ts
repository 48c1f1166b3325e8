// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveRequest as _gateway_billing_v1_ReserveRequest, ReserveRequest__Output as _gateway_billing_v1_ReserveRequest__Output } from '../../../gateway/billing/v1/ReserveRequest.ts';

export interface ReserveAheadRequest {
  'call'?: (_gateway_billing_v1_ReserveRequest | null);
  'callIds'?: (string)[];
}

export interface ReserveAheadRequest__Output {
  'call': (_gateway_billing_v1_ReserveRequest__Output | null);
  'callIds': (string)[];
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveRequest as _gateway_billing_v1_ReserveRequest, ReserveRequest__Output as _gateway_billing_v1_ReserveRequest__Output } from '../../../gateway/billing/v1/ReserveRequest.ts';

export interface ReserveNextItem {
  'call'?: (_gateway_billing_v1_ReserveRequest | null);
  'underWayCallId'?: (string);
}

export interface ReserveNextItem__Output {
  'call': (_gateway_billing_v1_ReserveRequest__Output | null);
  'underWayCallId': (string);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReleaseReason as _gateway_billing_v1_ReleaseReason, ReleaseReason__Output as _gateway_billing_v1_ReleaseReason__Output } from '../../../gateway/billing/v1/ReleaseReason.ts';

export interface ReleaseRequest {
  'callId'?: (string);
  'reason'?: (_gateway_billing_v1_ReleaseReason);
  'outcome'?: (string);
  'buyerId'?: (string);
}

export interface ReleaseRequest__Output {
  'callId': (string);
  'reason': (_gateway_billing_v1_ReleaseReason__Output);
  'outcome': (string);
  'buyerId': (string);
}

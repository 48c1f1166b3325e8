// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { CapturedCall as _gateway_billing_v1_CapturedCall, CapturedCall__Output as _gateway_billing_v1_CapturedCall__Output } from '../../../gateway/billing/v1/CapturedCall.ts';

export interface ReadCapturedResponse {
  'calls'?: (_gateway_billing_v1_CapturedCall)[];
}

export interface ReadCapturedResponse__Output {
  'calls': (_gateway_billing_v1_CapturedCall__Output)[];
}

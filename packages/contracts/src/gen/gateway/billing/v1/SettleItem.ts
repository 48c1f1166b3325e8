// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { CaptureRequest as _gateway_billing_v1_CaptureRequest, CaptureRequest__Output as _gateway_billing_v1_CaptureRequest__Output } from '../../../gateway/billing/v1/CaptureRequest.ts';
import type { ReleaseRequest as _gateway_billing_v1_ReleaseRequest, ReleaseRequest__Output as _gateway_billing_v1_ReleaseRequest__Output } from '../../../gateway/billing/v1/ReleaseRequest.ts';

export interface SettleItem {
  'capture'?: (_gateway_billing_v1_CaptureRequest | null);
  'release'?: (_gateway_billing_v1_ReleaseRequest | null);
  'traceparent'?: (string);
  'settlement'?: "capture"|"release";
}

export interface SettleItem__Output {
  'capture'?: (_gateway_billing_v1_CaptureRequest__Output | null);
  'release'?: (_gateway_billing_v1_ReleaseRequest__Output | null);
  'traceparent': (string);
  'settlement'?: "capture"|"release";
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { CaptureResponse as _gateway_billing_v1_CaptureResponse, CaptureResponse__Output as _gateway_billing_v1_CaptureResponse__Output } from '../../../gateway/billing/v1/CaptureResponse.ts';
import type { ReleaseResponse as _gateway_billing_v1_ReleaseResponse, ReleaseResponse__Output as _gateway_billing_v1_ReleaseResponse__Output } from '../../../gateway/billing/v1/ReleaseResponse.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';

export interface SettleResult {
  'callId'?: (string);
  'captured'?: (_gateway_billing_v1_CaptureResponse | null);
  'released'?: (_gateway_billing_v1_ReleaseResponse | null);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
  'outcome'?: "captured"|"released"|"refusal";
}

export interface SettleResult__Output {
  'callId': (string);
  'captured'?: (_gateway_billing_v1_CaptureResponse__Output | null);
  'released'?: (_gateway_billing_v1_ReleaseResponse__Output | null);
  'refusal'?: (_gateway_rpc_v1_Refusal__Output | null);
  'outcome'?: "captured"|"released"|"refusal";
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReserveAheadResponse as _gateway_billing_v1_ReserveAheadResponse, ReserveAheadResponse__Output as _gateway_billing_v1_ReserveAheadResponse__Output } from '../../../gateway/billing/v1/ReserveAheadResponse.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';

export interface ReserveNextResult {
  'callId'?: (string);
  'ahead'?: (_gateway_billing_v1_ReserveAheadResponse | null);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
}

export interface ReserveNextResult__Output {
  'callId': (string);
  'ahead': (_gateway_billing_v1_ReserveAheadResponse__Output | null);
  'refusal': (_gateway_rpc_v1_Refusal__Output | null);
}

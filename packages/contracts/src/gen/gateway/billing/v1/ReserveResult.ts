// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Reservation as _gateway_billing_v1_Reservation, Reservation__Output as _gateway_billing_v1_Reservation__Output } from '../../../gateway/billing/v1/Reservation.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from '../../../gateway/rpc/v1/Refusal.ts';

export interface ReserveResult {
  'callId'?: (string);
  'reservation'?: (_gateway_billing_v1_Reservation | null);
  'refusal'?: (_gateway_rpc_v1_Refusal | null);
  'outcome'?: "reservation"|"refusal";
}

export interface ReserveResult__Output {
  'callId': (string);
  'reservation'?: (_gateway_billing_v1_Reservation__Output | null);
  'refusal'?: (_gateway_rpc_v1_Refusal__Output | null);
  'outcome'?: "reservation"|"refusal";
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Reservation as _gateway_billing_v1_Reservation, Reservation__Output as _gateway_billing_v1_Reservation__Output } from '../../../gateway/billing/v1/Reservation.ts';

export interface ReserveResponse {
  'reservation'?: (_gateway_billing_v1_Reservation | null);
}

export interface ReserveResponse__Output {
  'reservation': (_gateway_billing_v1_Reservation__Output | null);
}

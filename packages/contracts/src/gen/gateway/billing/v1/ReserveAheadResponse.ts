// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Reservation as _gateway_billing_v1_Reservation, Reservation__Output as _gateway_billing_v1_Reservation__Output } from '../../../gateway/billing/v1/Reservation.ts';
import type { AheadPlaces as _gateway_billing_v1_AheadPlaces, AheadPlaces__Output as _gateway_billing_v1_AheadPlaces__Output } from '../../../gateway/billing/v1/AheadPlaces.ts';

export interface ReserveAheadResponse {
  'reservation'?: (_gateway_billing_v1_Reservation | null);
  'usableMs'?: (number);
  'places'?: (_gateway_billing_v1_AheadPlaces | null);
}

export interface ReserveAheadResponse__Output {
  'reservation': (_gateway_billing_v1_Reservation__Output | null);
  'usableMs': (number);
  'places': (_gateway_billing_v1_AheadPlaces__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { GetReservationResponse as _gateway_billing_v1_GetReservationResponse, GetReservationResponse__Output as _gateway_billing_v1_GetReservationResponse__Output } from '../../../gateway/billing/v1/GetReservationResponse.ts';

export interface ListOpenReservationsResponse {
  'reservations'?: (_gateway_billing_v1_GetReservationResponse)[];
  'nextPageToken'?: (string);
}

export interface ListOpenReservationsResponse__Output {
  'reservations': (_gateway_billing_v1_GetReservationResponse__Output)[];
  'nextPageToken': (string);
}

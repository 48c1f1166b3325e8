// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface GetReservationRequest {
  'callId'?: (string);
}

export interface GetReservationRequest__Output {
  'callId': (string);
}

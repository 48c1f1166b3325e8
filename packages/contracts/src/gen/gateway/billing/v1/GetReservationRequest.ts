// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface GetReservationRequest {
  'callId'?: (string);
  'buyerId'?: (string);
}

export interface GetReservationRequest__Output {
  'callId': (string);
  'buyerId': (string);
}

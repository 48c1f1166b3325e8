// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface ListOpenReservationsRequest {
  'buyerId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListOpenReservationsRequest__Output {
  'buyerId': (string);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface RefundCallRequest {
  'callId'?: (string);
  'reason'?: (string);
}

export interface RefundCallRequest__Output {
  'callId': (string);
  'reason': (string);
}

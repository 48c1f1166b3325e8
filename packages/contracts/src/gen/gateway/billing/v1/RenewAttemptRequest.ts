// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface RenewAttemptRequest {
  'buyerId'?: (string);
  'keyHash'?: (Buffer | Uint8Array | string);
  'callId'?: (string);
}

export interface RenewAttemptRequest__Output {
  'buyerId': (string);
  'keyHash': (Buffer);
  'callId': (string);
}

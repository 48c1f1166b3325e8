// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface AbandonAttemptRequest {
  'buyerId'?: (string);
  'keyHash'?: (Buffer | Uint8Array | string);
  'callId'?: (string);
  'outcome'?: (string);
}

export interface AbandonAttemptRequest__Output {
  'buyerId': (string);
  'keyHash': (Buffer);
  'callId': (string);
  'outcome': (string);
}

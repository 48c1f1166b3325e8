// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface BeginAttemptRequest {
  'buyerId'?: (string);
  'keyHash'?: (Buffer | Uint8Array | string);
  'fingerprint'?: (Buffer | Uint8Array | string);
  'callId'?: (string);
}

export interface BeginAttemptRequest__Output {
  'buyerId': (string);
  'keyHash': (Buffer);
  'fingerprint': (Buffer);
  'callId': (string);
}

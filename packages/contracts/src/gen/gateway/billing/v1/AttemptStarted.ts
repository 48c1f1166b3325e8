// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface AttemptStarted {
  'leaseMs'?: (number);
}

export interface AttemptStarted__Output {
  'leaseMs': (number);
}

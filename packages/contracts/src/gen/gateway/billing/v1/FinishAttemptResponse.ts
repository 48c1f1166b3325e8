// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface FinishAttemptResponse {
  'done'?: (boolean);
}

export interface FinishAttemptResponse__Output {
  'done': (boolean);
}

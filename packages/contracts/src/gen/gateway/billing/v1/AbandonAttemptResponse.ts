// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface AbandonAttemptResponse {
}

export interface AbandonAttemptResponse__Output {
}

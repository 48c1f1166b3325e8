// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface FinishAttemptResponse {
}

export interface FinishAttemptResponse__Output {
}

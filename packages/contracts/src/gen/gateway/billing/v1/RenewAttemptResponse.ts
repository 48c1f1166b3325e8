// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface RenewAttemptResponse {
}

export interface RenewAttemptResponse__Output {
}

// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface AttemptUnderWay {
}

export interface AttemptUnderWay__Output {
}

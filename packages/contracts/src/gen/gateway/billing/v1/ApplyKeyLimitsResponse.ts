// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto


export interface ApplyKeyLimitsResponse {
}

export interface ApplyKeyLimitsResponse__Output {
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface SealPeriodsRequest {
}

export interface SealPeriodsRequest__Output {
}

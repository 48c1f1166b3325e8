// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface ListPeriodsRequest {
}

export interface ListPeriodsRequest__Output {
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface ExportPeriodsRequest {
}

export interface ExportPeriodsRequest__Output {
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface VerifyLedgerRequest {
}

export interface VerifyLedgerRequest__Output {
}

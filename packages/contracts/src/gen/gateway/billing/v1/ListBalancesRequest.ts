// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface ListBalancesRequest {
}

export interface ListBalancesRequest__Output {
}

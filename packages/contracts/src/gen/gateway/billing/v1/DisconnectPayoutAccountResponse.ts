// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface DisconnectPayoutAccountResponse {
}

export interface DisconnectPayoutAccountResponse__Output {
}

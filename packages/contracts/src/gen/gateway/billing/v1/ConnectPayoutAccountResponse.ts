// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface ConnectPayoutAccountResponse {
  'payoutAccount'?: (string);
}

export interface ConnectPayoutAccountResponse__Output {
  'payoutAccount': (string);
}

// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface ConnectPayoutAccountRequest {
  'username'?: (string);
  'account'?: (string);
}

export interface ConnectPayoutAccountRequest__Output {
  'username': (string);
  'account': (string);
}

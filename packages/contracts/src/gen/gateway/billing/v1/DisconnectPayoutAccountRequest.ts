// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface DisconnectPayoutAccountRequest {
  'username'?: (string);
}

export interface DisconnectPayoutAccountRequest__Output {
  'username': (string);
}

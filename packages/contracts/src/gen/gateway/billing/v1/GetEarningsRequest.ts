// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface GetEarningsRequest {
  'username'?: (string);
}

export interface GetEarningsRequest__Output {
  'username': (string);
}

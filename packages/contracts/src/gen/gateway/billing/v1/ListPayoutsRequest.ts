// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto


export interface ListPayoutsRequest {
  'username'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListPayoutsRequest__Output {
  'username': (string);
  'pageSize': (number);
  'pageToken': (string);
}

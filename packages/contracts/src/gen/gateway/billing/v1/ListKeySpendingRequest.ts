// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto


export interface ListKeySpendingRequest {
  'buyerId'?: (string);
  'rootKeyId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListKeySpendingRequest__Output {
  'buyerId': (string);
  'rootKeyId': (string);
  'pageSize': (number);
  'pageToken': (string);
}

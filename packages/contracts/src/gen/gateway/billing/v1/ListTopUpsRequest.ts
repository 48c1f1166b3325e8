// Original file: ../../proto/gateway/billing/v1/top_up_service.proto


export interface ListTopUpsRequest {
  'buyerId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListTopUpsRequest__Output {
  'buyerId': (string);
  'pageSize': (number);
  'pageToken': (string);
}

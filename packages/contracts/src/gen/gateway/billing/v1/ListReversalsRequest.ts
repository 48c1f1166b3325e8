// Original file: ../../proto/gateway/billing/v1/top_up_service.proto


export interface ListReversalsRequest {
  'kind'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListReversalsRequest__Output {
  'kind': (string);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListUnconfirmedCallsRequest {
  'afterCallId'?: (string);
  'pageSize'?: (number);
}

export interface ListUnconfirmedCallsRequest__Output {
  'afterCallId': (string);
  'pageSize': (number);
}

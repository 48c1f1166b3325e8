// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListRecordedCallsRequest {
  'fromCallId'?: (string);
  'toCallId'?: (string);
  'pageSize'?: (number);
}

export interface ListRecordedCallsRequest__Output {
  'fromCallId': (string);
  'toCallId': (string);
  'pageSize': (number);
}

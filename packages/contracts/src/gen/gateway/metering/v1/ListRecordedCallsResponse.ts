// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListRecordedCallsResponse {
  'callIds'?: (string)[];
}

export interface ListRecordedCallsResponse__Output {
  'callIds': (string)[];
}

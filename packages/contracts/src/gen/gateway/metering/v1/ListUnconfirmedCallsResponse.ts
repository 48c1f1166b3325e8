// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListUnconfirmedCallsResponse {
  'callIds'?: (string)[];
}

export interface ListUnconfirmedCallsResponse__Output {
  'callIds': (string)[];
}

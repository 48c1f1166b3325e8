// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ConfirmCallsResponse {
  'confirmedCount'?: (number);
}

export interface ConfirmCallsResponse__Output {
  'confirmedCount': (number);
}

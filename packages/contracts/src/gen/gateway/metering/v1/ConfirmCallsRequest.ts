// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ConfirmCallsRequest {
  'callIds'?: (string)[];
}

export interface ConfirmCallsRequest__Output {
  'callIds': (string)[];
}

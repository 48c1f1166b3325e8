// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface RetractUsageRequest {
  'callIds'?: (string)[];
  'unknown'?: (boolean);
}

export interface RetractUsageRequest__Output {
  'callIds': (string)[];
  'unknown': (boolean);
}

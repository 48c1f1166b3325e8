// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface FindMissingUsageRequest {
  'callIds'?: (string)[];
}

export interface FindMissingUsageRequest__Output {
  'callIds': (string)[];
}

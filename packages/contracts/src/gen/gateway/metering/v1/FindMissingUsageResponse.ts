// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface FindMissingUsageResponse {
  'callIds'?: (string)[];
}

export interface FindMissingUsageResponse__Output {
  'callIds': (string)[];
}

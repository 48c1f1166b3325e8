// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface RecordUsageResponse {
  'duplicate'?: (boolean);
}

export interface RecordUsageResponse__Output {
  'duplicate': (boolean);
}

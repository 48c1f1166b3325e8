// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface RetractUsageResponse {
  'retractedCount'?: (number);
}

export interface RetractUsageResponse__Output {
  'retractedCount': (number);
}

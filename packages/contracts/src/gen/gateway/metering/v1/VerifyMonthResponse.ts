// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface VerifyMonthResponse {
  'breaches'?: (string)[];
}

export interface VerifyMonthResponse__Output {
  'breaches': (string)[];
}

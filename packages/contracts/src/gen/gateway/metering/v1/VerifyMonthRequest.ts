// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface VerifyMonthRequest {
  'month'?: (string);
}

export interface VerifyMonthRequest__Output {
  'month': (string);
}

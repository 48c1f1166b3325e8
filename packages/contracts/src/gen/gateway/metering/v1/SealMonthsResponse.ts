// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface SealMonthsResponse {
  'months'?: (string)[];
  'nextMonth'?: (string);
  'nextRefusal'?: (string);
}

export interface SealMonthsResponse__Output {
  'months': (string)[];
  'nextMonth': (string);
  'nextRefusal': (string);
}

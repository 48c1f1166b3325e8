// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface ExportMonthsResponse {
  'months'?: (string)[];
  'location'?: (string);
}

export interface ExportMonthsResponse__Output {
  'months': (string)[];
  'location': (string);
}

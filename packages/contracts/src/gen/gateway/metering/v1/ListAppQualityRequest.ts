// Original file: ../../proto/gateway/metering/v1/quality_service.proto


export interface ListAppQualityRequest {
  'apps'?: (string)[];
}

export interface ListAppQualityRequest__Output {
  'apps': (string)[];
}

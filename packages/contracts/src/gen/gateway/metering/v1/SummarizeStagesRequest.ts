// Original file: ../../proto/gateway/metering/v1/stage_service.proto


export interface SummarizeStagesRequest {
  'minutes'?: (number);
}

export interface SummarizeStagesRequest__Output {
  'minutes': (number);
}

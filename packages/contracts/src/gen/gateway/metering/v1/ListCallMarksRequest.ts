// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListCallMarksRequest {
  'buyerIds'?: (string)[];
}

export interface ListCallMarksRequest__Output {
  'buyerIds': (string)[];
}

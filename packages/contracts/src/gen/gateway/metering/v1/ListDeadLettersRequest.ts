// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto


export interface ListDeadLettersRequest {
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListDeadLettersRequest__Output {
  'pageSize': (number);
  'pageToken': (string);
}

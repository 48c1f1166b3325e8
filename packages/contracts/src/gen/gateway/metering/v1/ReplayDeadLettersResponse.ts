// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto


export interface ReplayDeadLettersResponse {
  'replayedCount'?: (number);
  'failedCount'?: (number);
}

export interface ReplayDeadLettersResponse__Output {
  'replayedCount': (number);
  'failedCount': (number);
}

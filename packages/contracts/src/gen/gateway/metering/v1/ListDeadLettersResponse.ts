// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto

import type { DeadLetter as _gateway_metering_v1_DeadLetter, DeadLetter__Output as _gateway_metering_v1_DeadLetter__Output } from '../../../gateway/metering/v1/DeadLetter.ts';

export interface ListDeadLettersResponse {
  'deadLetters'?: (_gateway_metering_v1_DeadLetter)[];
  'nextPageToken'?: (string);
}

export interface ListDeadLettersResponse__Output {
  'deadLetters': (_gateway_metering_v1_DeadLetter__Output)[];
  'nextPageToken': (string);
}

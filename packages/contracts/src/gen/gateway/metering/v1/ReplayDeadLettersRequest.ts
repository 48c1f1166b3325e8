// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplayDeadLettersRequest {
  'deadLetterIds'?: (number | string | Long)[];
}

export interface ReplayDeadLettersRequest__Output {
  'deadLetterIds': (string)[];
}

// Original file: ../../proto/gateway/metering/v1/dead_letter_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface DeadLetter {
  'deadLetterId'?: (number | string | Long);
  'subject'?: (string);
  'payload'?: (string);
  'reason'?: (string);
  'detail'?: (string);
  'deliveryCount'?: (number);
  'firstSeenAt'?: (_google_protobuf_Timestamp | null);
  'lastSeenAt'?: (_google_protobuf_Timestamp | null);
  'payloadBytes'?: (number | string | Long);
  'whole'?: (boolean);
}

export interface DeadLetter__Output {
  'deadLetterId': (string);
  'subject': (string);
  'payload': (string);
  'reason': (string);
  'detail': (string);
  'deliveryCount': (number);
  'firstSeenAt': (_google_protobuf_Timestamp__Output | null);
  'lastSeenAt': (_google_protobuf_Timestamp__Output | null);
  'payloadBytes': (string);
  'whole': (boolean);
}

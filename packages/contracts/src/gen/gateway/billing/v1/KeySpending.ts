// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface KeySpending {
  'totalMicros'?: (number | string | Long);
  'todayMicros'?: (number | string | Long);
  'last30DaysMicros'?: (number | string | Long);
  'openCalls'?: (number | string | Long);
  'countedSince'?: (_google_protobuf_Timestamp | null);
  'dayEndsAt'?: (_google_protobuf_Timestamp | null);
  'oldestLeavesAt'?: (_google_protobuf_Timestamp | null);
}

export interface KeySpending__Output {
  'totalMicros': (string);
  'todayMicros': (string);
  'last30DaysMicros': (string);
  'openCalls': (string);
  'countedSince': (_google_protobuf_Timestamp__Output | null);
  'dayEndsAt': (_google_protobuf_Timestamp__Output | null);
  'oldestLeavesAt': (_google_protobuf_Timestamp__Output | null);
}

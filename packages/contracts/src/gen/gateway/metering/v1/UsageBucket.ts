// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface UsageBucket {
  'start'?: (_google_protobuf_Timestamp | null);
  'recordCount'?: (number | string | Long);
}

export interface UsageBucket__Output {
  'start': (_google_protobuf_Timestamp__Output | null);
  'recordCount': (string);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface MeterReading {
  'quota'?: (number | string | Long);
  'used'?: (number | string | Long);
  'windowEndsAt'?: (_google_protobuf_Timestamp | null);
  'renews'?: (boolean);
}

export interface MeterReading__Output {
  'quota': (string);
  'used': (string);
  'windowEndsAt': (_google_protobuf_Timestamp__Output | null);
  'renews': (boolean);
}

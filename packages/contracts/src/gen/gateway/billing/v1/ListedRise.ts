// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListedRise {
  'toolName'?: (string);
  'priceMicros'?: (number | string | Long);
  'effectiveAt'?: (_google_protobuf_Timestamp | null);
}

export interface ListedRise__Output {
  'toolName': (string);
  'priceMicros': (string);
  'effectiveAt': (_google_protobuf_Timestamp__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface OwnRise {
  'tool'?: (string);
  'oldMicros'?: (number | string | Long);
  'newMicros'?: (number | string | Long);
  'announcedAt'?: (_google_protobuf_Timestamp | null);
  'effectiveAt'?: (_google_protobuf_Timestamp | null);
}

export interface OwnRise__Output {
  'tool': (string);
  'oldMicros': (string);
  'newMicros': (string);
  'announcedAt': (_google_protobuf_Timestamp__Output | null);
  'effectiveAt': (_google_protobuf_Timestamp__Output | null);
}

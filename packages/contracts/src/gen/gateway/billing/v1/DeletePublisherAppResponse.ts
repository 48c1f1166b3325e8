// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface DeletePublisherAppResponse {
  'callableUntil'?: (_google_protobuf_Timestamp | null);
}

export interface DeletePublisherAppResponse__Output {
  'callableUntil': (_google_protobuf_Timestamp__Output | null);
}

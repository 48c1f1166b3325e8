// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface CountAppUseResponse {
  'freeCount'?: (number | string | Long);
  'paidCount'?: (number | string | Long);
  'lastWindowEndsAt'?: (_google_protobuf_Timestamp | null);
}

export interface CountAppUseResponse__Output {
  'freeCount': (string);
  'paidCount': (string);
  'lastWindowEndsAt': (_google_protobuf_Timestamp__Output | null);
}

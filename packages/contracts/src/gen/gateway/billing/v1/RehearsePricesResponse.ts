// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface RehearsePricesResponse {
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'callCount'?: (number | string | Long);
  'buyerCount'?: (number | string | Long);
  'beforeMicros'?: (number | string | Long);
  'afterMicros'?: (number | string | Long);
  'countsTold'?: (boolean);
  'cappedBuyerCount'?: (number | string | Long);
  'shortBuyerCount'?: (number | string | Long);
}

export interface RehearsePricesResponse__Output {
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'callCount': (string);
  'buyerCount': (string);
  'beforeMicros': (string);
  'afterMicros': (string);
  'countsTold': (boolean);
  'cappedBuyerCount': (string);
  'shortBuyerCount': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CollectPayableRequest {
  'collectionId'?: (string);
  'publisherId'?: (string);
  'amountMicros'?: (number | string | Long);
}

export interface CollectPayableRequest__Output {
  'collectionId': (string);
  'publisherId': (string);
  'amountMicros': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface AdmitBuyerRequest {
  'moveId'?: (string);
  'buyerId'?: (string);
  'fromCell'?: (string);
  'whole'?: (boolean);
  'walletMicros'?: (number | string | Long);
  'owedMicros'?: (number | string | Long);
  'hadOpening'?: (boolean);
  'partCount'?: (number);
}

export interface AdmitBuyerRequest__Output {
  'moveId': (string);
  'buyerId': (string);
  'fromCell': (string);
  'whole': (boolean);
  'walletMicros': (string);
  'owedMicros': (string);
  'hadOpening': (boolean);
  'partCount': (number);
}

// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Reversal {
  'reversalId'?: (string);
  'topUpId'?: (string);
  'buyerId'?: (string);
  'kind'?: (string);
  'state'?: (string);
  'amountMicros'?: (number | string | Long);
  'fromWalletMicros'?: (number | string | Long);
  'processorRef'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
}

export interface Reversal__Output {
  'reversalId': (string);
  'topUpId': (string);
  'buyerId': (string);
  'kind': (string);
  'state': (string);
  'amountMicros': (string);
  'fromWalletMicros': (string);
  'processorRef': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
}

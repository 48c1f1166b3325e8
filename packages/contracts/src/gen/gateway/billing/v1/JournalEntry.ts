// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface JournalEntry {
  'entryId'?: (number | string | Long);
  'kind'?: (string);
  'debitAccount'?: (string);
  'creditAccount'?: (string);
  'amountMicros'?: (number | string | Long);
  'callId'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'reference'?: (string);
}

export interface JournalEntry__Output {
  'entryId': (string);
  'kind': (string);
  'debitAccount': (string);
  'creditAccount': (string);
  'amountMicros': (string);
  'callId': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'reference': (string);
}

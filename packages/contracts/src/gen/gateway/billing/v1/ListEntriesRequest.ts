// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ListEntriesRequest {
  'account'?: (string);
  'callId'?: (string);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListEntriesRequest__Output {
  'account': (string);
  'callId': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'pageSize': (number);
  'pageToken': (string);
}

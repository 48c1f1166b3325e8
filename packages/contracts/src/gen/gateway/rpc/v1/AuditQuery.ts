// Original file: ../../proto/gateway/rpc/v1/audit.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface AuditQuery {
  'pageSize'?: (number);
  'pageToken'?: (string);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'actor'?: (string);
  'action'?: (string);
  'target'?: (string);
}

export interface AuditQuery__Output {
  'pageSize': (number);
  'pageToken': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'actor': (string);
  'action': (string);
  'target': (string);
}

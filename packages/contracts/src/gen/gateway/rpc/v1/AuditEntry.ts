// Original file: ../../proto/gateway/rpc/v1/audit.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface AuditEntry {
  'entryId'?: (string);
  'at'?: (_google_protobuf_Timestamp | null);
  'service'?: (string);
  'actorKind'?: (string);
  'actorId'?: (string);
  'actor'?: (string);
  'road'?: (string);
  'address'?: (string);
  'action'?: (string);
  'target'?: (string);
  'askedJson'?: (string);
  'beforeJson'?: (string);
  'afterJson'?: (string);
  'outcome'?: (string);
  'code'?: (string);
}

export interface AuditEntry__Output {
  'entryId': (string);
  'at': (_google_protobuf_Timestamp__Output | null);
  'service': (string);
  'actorKind': (string);
  'actorId': (string);
  'actor': (string);
  'road': (string);
  'address': (string);
  'action': (string);
  'target': (string);
  'askedJson': (string);
  'beforeJson': (string);
  'afterJson': (string);
  'outcome': (string);
  'code': (string);
}

// Original file: ../../proto/gateway/oauth/v1/audit_service.proto

import type { AuditEntry as _gateway_rpc_v1_AuditEntry, AuditEntry__Output as _gateway_rpc_v1_AuditEntry__Output } from '../../../gateway/rpc/v1/AuditEntry.ts';

export interface ListAuditEntriesResponse {
  'entries'?: (_gateway_rpc_v1_AuditEntry)[];
  'nextPageToken'?: (string);
}

export interface ListAuditEntriesResponse__Output {
  'entries': (_gateway_rpc_v1_AuditEntry__Output)[];
  'nextPageToken': (string);
}

// Original file: ../../proto/gateway/oauth/v1/audit_service.proto

import type { AuditQuery as _gateway_rpc_v1_AuditQuery, AuditQuery__Output as _gateway_rpc_v1_AuditQuery__Output } from '../../../gateway/rpc/v1/AuditQuery.ts';

export interface ListAuditEntriesRequest {
  'query'?: (_gateway_rpc_v1_AuditQuery | null);
}

export interface ListAuditEntriesRequest__Output {
  'query': (_gateway_rpc_v1_AuditQuery__Output | null);
}

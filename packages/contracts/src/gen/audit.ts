import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuditEntry as _gateway_rpc_v1_AuditEntry, AuditEntry__Output as _gateway_rpc_v1_AuditEntry__Output } from './gateway/rpc/v1/AuditEntry.ts';
import type { AuditQuery as _gateway_rpc_v1_AuditQuery, AuditQuery__Output as _gateway_rpc_v1_AuditQuery__Output } from './gateway/rpc/v1/AuditQuery.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    rpc: {
      v1: {
        AuditEntry: MessageTypeDefinition<_gateway_rpc_v1_AuditEntry, _gateway_rpc_v1_AuditEntry__Output>
        AuditQuery: MessageTypeDefinition<_gateway_rpc_v1_AuditQuery, _gateway_rpc_v1_AuditQuery__Output>
      }
    }
  }
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
}


import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuditServiceClient as _gateway_auth_v1_AuditServiceClient, AuditServiceDefinition as _gateway_auth_v1_AuditServiceDefinition } from './gateway/auth/v1/AuditService.ts';
import type { ListAuditEntriesRequest as _gateway_auth_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_auth_v1_ListAuditEntriesRequest__Output } from './gateway/auth/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_auth_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_auth_v1_ListAuditEntriesResponse__Output } from './gateway/auth/v1/ListAuditEntriesResponse.ts';
import type { NoteActRequest as _gateway_auth_v1_NoteActRequest, NoteActRequest__Output as _gateway_auth_v1_NoteActRequest__Output } from './gateway/auth/v1/NoteActRequest.ts';
import type { NoteActResponse as _gateway_auth_v1_NoteActResponse, NoteActResponse__Output as _gateway_auth_v1_NoteActResponse__Output } from './gateway/auth/v1/NoteActResponse.ts';
import type { NoteOutcomeRequest as _gateway_auth_v1_NoteOutcomeRequest, NoteOutcomeRequest__Output as _gateway_auth_v1_NoteOutcomeRequest__Output } from './gateway/auth/v1/NoteOutcomeRequest.ts';
import type { NoteOutcomeResponse as _gateway_auth_v1_NoteOutcomeResponse, NoteOutcomeResponse__Output as _gateway_auth_v1_NoteOutcomeResponse__Output } from './gateway/auth/v1/NoteOutcomeResponse.ts';
import type { AuditServiceClient as _gateway_billing_v1_AuditServiceClient, AuditServiceDefinition as _gateway_billing_v1_AuditServiceDefinition } from './gateway/billing/v1/AuditService.ts';
import type { ListAuditEntriesRequest as _gateway_billing_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_billing_v1_ListAuditEntriesRequest__Output } from './gateway/billing/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_billing_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_billing_v1_ListAuditEntriesResponse__Output } from './gateway/billing/v1/ListAuditEntriesResponse.ts';
import type { AuditServiceClient as _gateway_metering_v1_AuditServiceClient, AuditServiceDefinition as _gateway_metering_v1_AuditServiceDefinition } from './gateway/metering/v1/AuditService.ts';
import type { ListAuditEntriesRequest as _gateway_metering_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_metering_v1_ListAuditEntriesRequest__Output } from './gateway/metering/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_metering_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_metering_v1_ListAuditEntriesResponse__Output } from './gateway/metering/v1/ListAuditEntriesResponse.ts';
import type { AuditServiceClient as _gateway_oauth_v1_AuditServiceClient, AuditServiceDefinition as _gateway_oauth_v1_AuditServiceDefinition } from './gateway/oauth/v1/AuditService.ts';
import type { ListAuditEntriesRequest as _gateway_oauth_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _gateway_oauth_v1_ListAuditEntriesRequest__Output } from './gateway/oauth/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _gateway_oauth_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _gateway_oauth_v1_ListAuditEntriesResponse__Output } from './gateway/oauth/v1/ListAuditEntriesResponse.ts';
import type { AuditEntry as _gateway_rpc_v1_AuditEntry, AuditEntry__Output as _gateway_rpc_v1_AuditEntry__Output } from './gateway/rpc/v1/AuditEntry.ts';
import type { AuditQuery as _gateway_rpc_v1_AuditQuery, AuditQuery__Output as _gateway_rpc_v1_AuditQuery__Output } from './gateway/rpc/v1/AuditQuery.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        AuditService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_AuditServiceClient> & { service: _gateway_auth_v1_AuditServiceDefinition }
        ListAuditEntriesRequest: MessageTypeDefinition<_gateway_auth_v1_ListAuditEntriesRequest, _gateway_auth_v1_ListAuditEntriesRequest__Output>
        ListAuditEntriesResponse: MessageTypeDefinition<_gateway_auth_v1_ListAuditEntriesResponse, _gateway_auth_v1_ListAuditEntriesResponse__Output>
        NoteActRequest: MessageTypeDefinition<_gateway_auth_v1_NoteActRequest, _gateway_auth_v1_NoteActRequest__Output>
        NoteActResponse: MessageTypeDefinition<_gateway_auth_v1_NoteActResponse, _gateway_auth_v1_NoteActResponse__Output>
        NoteOutcomeRequest: MessageTypeDefinition<_gateway_auth_v1_NoteOutcomeRequest, _gateway_auth_v1_NoteOutcomeRequest__Output>
        NoteOutcomeResponse: MessageTypeDefinition<_gateway_auth_v1_NoteOutcomeResponse, _gateway_auth_v1_NoteOutcomeResponse__Output>
      }
    }
    billing: {
      v1: {
        AuditService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_AuditServiceClient> & { service: _gateway_billing_v1_AuditServiceDefinition }
        ListAuditEntriesRequest: MessageTypeDefinition<_gateway_billing_v1_ListAuditEntriesRequest, _gateway_billing_v1_ListAuditEntriesRequest__Output>
        ListAuditEntriesResponse: MessageTypeDefinition<_gateway_billing_v1_ListAuditEntriesResponse, _gateway_billing_v1_ListAuditEntriesResponse__Output>
      }
    }
    metering: {
      v1: {
        AuditService: SubtypeConstructor<typeof grpc.Client, _gateway_metering_v1_AuditServiceClient> & { service: _gateway_metering_v1_AuditServiceDefinition }
        ListAuditEntriesRequest: MessageTypeDefinition<_gateway_metering_v1_ListAuditEntriesRequest, _gateway_metering_v1_ListAuditEntriesRequest__Output>
        ListAuditEntriesResponse: MessageTypeDefinition<_gateway_metering_v1_ListAuditEntriesResponse, _gateway_metering_v1_ListAuditEntriesResponse__Output>
      }
    }
    oauth: {
      v1: {
        AuditService: SubtypeConstructor<typeof grpc.Client, _gateway_oauth_v1_AuditServiceClient> & { service: _gateway_oauth_v1_AuditServiceDefinition }
        ListAuditEntriesRequest: MessageTypeDefinition<_gateway_oauth_v1_ListAuditEntriesRequest, _gateway_oauth_v1_ListAuditEntriesRequest__Output>
        ListAuditEntriesResponse: MessageTypeDefinition<_gateway_oauth_v1_ListAuditEntriesResponse, _gateway_oauth_v1_ListAuditEntriesResponse__Output>
      }
    }
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


import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { InvariantCheck as _gateway_billing_v1_InvariantCheck, InvariantCheck__Output as _gateway_billing_v1_InvariantCheck__Output } from './gateway/billing/v1/InvariantCheck.ts';
import type { LedgerServiceClient as _gateway_billing_v1_LedgerServiceClient, LedgerServiceDefinition as _gateway_billing_v1_LedgerServiceDefinition } from './gateway/billing/v1/LedgerService.ts';
import type { ReconcileRequest as _gateway_billing_v1_ReconcileRequest, ReconcileRequest__Output as _gateway_billing_v1_ReconcileRequest__Output } from './gateway/billing/v1/ReconcileRequest.ts';
import type { ReconcileResponse as _gateway_billing_v1_ReconcileResponse, ReconcileResponse__Output as _gateway_billing_v1_ReconcileResponse__Output } from './gateway/billing/v1/ReconcileResponse.ts';
import type { VerifyLedgerRequest as _gateway_billing_v1_VerifyLedgerRequest, VerifyLedgerRequest__Output as _gateway_billing_v1_VerifyLedgerRequest__Output } from './gateway/billing/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponse as _gateway_billing_v1_VerifyLedgerResponse, VerifyLedgerResponse__Output as _gateway_billing_v1_VerifyLedgerResponse__Output } from './gateway/billing/v1/VerifyLedgerResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        InvariantCheck: MessageTypeDefinition<_gateway_billing_v1_InvariantCheck, _gateway_billing_v1_InvariantCheck__Output>
        LedgerService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_LedgerServiceClient> & { service: _gateway_billing_v1_LedgerServiceDefinition }
        ReconcileRequest: MessageTypeDefinition<_gateway_billing_v1_ReconcileRequest, _gateway_billing_v1_ReconcileRequest__Output>
        ReconcileResponse: MessageTypeDefinition<_gateway_billing_v1_ReconcileResponse, _gateway_billing_v1_ReconcileResponse__Output>
        VerifyLedgerRequest: MessageTypeDefinition<_gateway_billing_v1_VerifyLedgerRequest, _gateway_billing_v1_VerifyLedgerRequest__Output>
        VerifyLedgerResponse: MessageTypeDefinition<_gateway_billing_v1_VerifyLedgerResponse, _gateway_billing_v1_VerifyLedgerResponse__Output>
      }
    }
  }
}


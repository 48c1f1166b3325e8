import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AbandonAttemptRequest as _gateway_billing_v1_AbandonAttemptRequest, AbandonAttemptRequest__Output as _gateway_billing_v1_AbandonAttemptRequest__Output } from './gateway/billing/v1/AbandonAttemptRequest.ts';
import type { AbandonAttemptResponse as _gateway_billing_v1_AbandonAttemptResponse, AbandonAttemptResponse__Output as _gateway_billing_v1_AbandonAttemptResponse__Output } from './gateway/billing/v1/AbandonAttemptResponse.ts';
import type { AttemptDone as _gateway_billing_v1_AttemptDone, AttemptDone__Output as _gateway_billing_v1_AttemptDone__Output } from './gateway/billing/v1/AttemptDone.ts';
import type { AttemptStarted as _gateway_billing_v1_AttemptStarted, AttemptStarted__Output as _gateway_billing_v1_AttemptStarted__Output } from './gateway/billing/v1/AttemptStarted.ts';
import type { AttemptUnderWay as _gateway_billing_v1_AttemptUnderWay, AttemptUnderWay__Output as _gateway_billing_v1_AttemptUnderWay__Output } from './gateway/billing/v1/AttemptUnderWay.ts';
import type { BeginAttemptRequest as _gateway_billing_v1_BeginAttemptRequest, BeginAttemptRequest__Output as _gateway_billing_v1_BeginAttemptRequest__Output } from './gateway/billing/v1/BeginAttemptRequest.ts';
import type { BeginAttemptResponse as _gateway_billing_v1_BeginAttemptResponse, BeginAttemptResponse__Output as _gateway_billing_v1_BeginAttemptResponse__Output } from './gateway/billing/v1/BeginAttemptResponse.ts';
import type { FinishAttemptRequest as _gateway_billing_v1_FinishAttemptRequest, FinishAttemptRequest__Output as _gateway_billing_v1_FinishAttemptRequest__Output } from './gateway/billing/v1/FinishAttemptRequest.ts';
import type { FinishAttemptResponse as _gateway_billing_v1_FinishAttemptResponse, FinishAttemptResponse__Output as _gateway_billing_v1_FinishAttemptResponse__Output } from './gateway/billing/v1/FinishAttemptResponse.ts';
import type { IdempotencyServiceClient as _gateway_billing_v1_IdempotencyServiceClient, IdempotencyServiceDefinition as _gateway_billing_v1_IdempotencyServiceDefinition } from './gateway/billing/v1/IdempotencyService.ts';
import type { KeptAnswer as _gateway_billing_v1_KeptAnswer, KeptAnswer__Output as _gateway_billing_v1_KeptAnswer__Output } from './gateway/billing/v1/KeptAnswer.ts';
import type { RenewAttemptRequest as _gateway_billing_v1_RenewAttemptRequest, RenewAttemptRequest__Output as _gateway_billing_v1_RenewAttemptRequest__Output } from './gateway/billing/v1/RenewAttemptRequest.ts';
import type { RenewAttemptResponse as _gateway_billing_v1_RenewAttemptResponse, RenewAttemptResponse__Output as _gateway_billing_v1_RenewAttemptResponse__Output } from './gateway/billing/v1/RenewAttemptResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    billing: {
      v1: {
        AbandonAttemptRequest: MessageTypeDefinition<_gateway_billing_v1_AbandonAttemptRequest, _gateway_billing_v1_AbandonAttemptRequest__Output>
        AbandonAttemptResponse: MessageTypeDefinition<_gateway_billing_v1_AbandonAttemptResponse, _gateway_billing_v1_AbandonAttemptResponse__Output>
        AttemptDone: MessageTypeDefinition<_gateway_billing_v1_AttemptDone, _gateway_billing_v1_AttemptDone__Output>
        AttemptStarted: MessageTypeDefinition<_gateway_billing_v1_AttemptStarted, _gateway_billing_v1_AttemptStarted__Output>
        AttemptUnderWay: MessageTypeDefinition<_gateway_billing_v1_AttemptUnderWay, _gateway_billing_v1_AttemptUnderWay__Output>
        BeginAttemptRequest: MessageTypeDefinition<_gateway_billing_v1_BeginAttemptRequest, _gateway_billing_v1_BeginAttemptRequest__Output>
        BeginAttemptResponse: MessageTypeDefinition<_gateway_billing_v1_BeginAttemptResponse, _gateway_billing_v1_BeginAttemptResponse__Output>
        FinishAttemptRequest: MessageTypeDefinition<_gateway_billing_v1_FinishAttemptRequest, _gateway_billing_v1_FinishAttemptRequest__Output>
        FinishAttemptResponse: MessageTypeDefinition<_gateway_billing_v1_FinishAttemptResponse, _gateway_billing_v1_FinishAttemptResponse__Output>
        IdempotencyService: SubtypeConstructor<typeof grpc.Client, _gateway_billing_v1_IdempotencyServiceClient> & { service: _gateway_billing_v1_IdempotencyServiceDefinition }
        KeptAnswer: MessageTypeDefinition<_gateway_billing_v1_KeptAnswer, _gateway_billing_v1_KeptAnswer__Output>
        RenewAttemptRequest: MessageTypeDefinition<_gateway_billing_v1_RenewAttemptRequest, _gateway_billing_v1_RenewAttemptRequest__Output>
        RenewAttemptResponse: MessageTypeDefinition<_gateway_billing_v1_RenewAttemptResponse, _gateway_billing_v1_RenewAttemptResponse__Output>
      }
    }
  }
}


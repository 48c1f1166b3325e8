// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto

import type { KeptAnswer as _gateway_billing_v1_KeptAnswer, KeptAnswer__Output as _gateway_billing_v1_KeptAnswer__Output } from '../../../gateway/billing/v1/KeptAnswer.ts';

export interface AttemptDone {
  'callId'?: (string);
  'answer'?: (_gateway_billing_v1_KeptAnswer | null);
}

export interface AttemptDone__Output {
  'callId': (string);
  'answer': (_gateway_billing_v1_KeptAnswer__Output | null);
}

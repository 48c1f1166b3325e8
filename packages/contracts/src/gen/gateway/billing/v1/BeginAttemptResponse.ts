// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto

import type { AttemptStarted as _gateway_billing_v1_AttemptStarted, AttemptStarted__Output as _gateway_billing_v1_AttemptStarted__Output } from '../../../gateway/billing/v1/AttemptStarted.ts';
import type { AttemptUnderWay as _gateway_billing_v1_AttemptUnderWay, AttemptUnderWay__Output as _gateway_billing_v1_AttemptUnderWay__Output } from '../../../gateway/billing/v1/AttemptUnderWay.ts';
import type { AttemptDone as _gateway_billing_v1_AttemptDone, AttemptDone__Output as _gateway_billing_v1_AttemptDone__Output } from '../../../gateway/billing/v1/AttemptDone.ts';

export interface BeginAttemptResponse {
  'started'?: (_gateway_billing_v1_AttemptStarted | null);
  'underWay'?: (_gateway_billing_v1_AttemptUnderWay | null);
  'done'?: (_gateway_billing_v1_AttemptDone | null);
  'outcome'?: "started"|"underWay"|"done";
}

export interface BeginAttemptResponse__Output {
  'started'?: (_gateway_billing_v1_AttemptStarted__Output | null);
  'underWay'?: (_gateway_billing_v1_AttemptUnderWay__Output | null);
  'done'?: (_gateway_billing_v1_AttemptDone__Output | null);
  'outcome'?: "started"|"underWay"|"done";
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { InvariantCheck as _gateway_billing_v1_InvariantCheck, InvariantCheck__Output as _gateway_billing_v1_InvariantCheck__Output } from '../../../gateway/billing/v1/InvariantCheck.ts';

export interface VerifyLedgerResponse {
  'checks'?: (_gateway_billing_v1_InvariantCheck)[];
}

export interface VerifyLedgerResponse__Output {
  'checks': (_gateway_billing_v1_InvariantCheck__Output)[];
}

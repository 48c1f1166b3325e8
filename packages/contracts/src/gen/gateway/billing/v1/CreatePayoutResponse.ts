// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { Payout as _gateway_billing_v1_Payout, Payout__Output as _gateway_billing_v1_Payout__Output } from '../../../gateway/billing/v1/Payout.ts';

export interface CreatePayoutResponse {
  'payout'?: (_gateway_billing_v1_Payout | null);
}

export interface CreatePayoutResponse__Output {
  'payout': (_gateway_billing_v1_Payout__Output | null);
}

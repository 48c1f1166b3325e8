// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { AccountBalance as _gateway_billing_v1_AccountBalance, AccountBalance__Output as _gateway_billing_v1_AccountBalance__Output } from '../../../gateway/billing/v1/AccountBalance.ts';

export interface ListBalancesResponse {
  'balances'?: (_gateway_billing_v1_AccountBalance)[];
}

export interface ListBalancesResponse__Output {
  'balances': (_gateway_billing_v1_AccountBalance__Output)[];
}

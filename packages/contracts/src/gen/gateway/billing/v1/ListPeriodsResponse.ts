// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { SettledPeriod as _gateway_billing_v1_SettledPeriod, SettledPeriod__Output as _gateway_billing_v1_SettledPeriod__Output } from '../../../gateway/billing/v1/SettledPeriod.ts';

export interface ListPeriodsResponse {
  'periods'?: (_gateway_billing_v1_SettledPeriod)[];
}

export interface ListPeriodsResponse__Output {
  'periods': (_gateway_billing_v1_SettledPeriod__Output)[];
}

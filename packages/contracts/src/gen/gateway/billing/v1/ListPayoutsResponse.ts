// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { Payout as _gateway_billing_v1_Payout, Payout__Output as _gateway_billing_v1_Payout__Output } from '../../../gateway/billing/v1/Payout.ts';

export interface ListPayoutsResponse {
  'payouts'?: (_gateway_billing_v1_Payout)[];
  'nextPageToken'?: (string);
}

export interface ListPayoutsResponse__Output {
  'payouts': (_gateway_billing_v1_Payout__Output)[];
  'nextPageToken': (string);
}

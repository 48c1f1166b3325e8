// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { TopUp as _gateway_billing_v1_TopUp, TopUp__Output as _gateway_billing_v1_TopUp__Output } from '../../../gateway/billing/v1/TopUp.ts';

export interface CreateTopUpResponse {
  'topUp'?: (_gateway_billing_v1_TopUp | null);
}

export interface CreateTopUpResponse__Output {
  'topUp': (_gateway_billing_v1_TopUp__Output | null);
}

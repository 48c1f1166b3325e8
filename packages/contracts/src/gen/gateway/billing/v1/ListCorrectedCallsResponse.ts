// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { CorrectedCall as _gateway_billing_v1_CorrectedCall, CorrectedCall__Output as _gateway_billing_v1_CorrectedCall__Output } from '../../../gateway/billing/v1/CorrectedCall.ts';

export interface ListCorrectedCallsResponse {
  'calls'?: (_gateway_billing_v1_CorrectedCall)[];
}

export interface ListCorrectedCallsResponse__Output {
  'calls': (_gateway_billing_v1_CorrectedCall__Output)[];
}

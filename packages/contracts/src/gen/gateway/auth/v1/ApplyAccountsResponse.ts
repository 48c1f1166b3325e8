// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { AppliedBuyer as _gateway_auth_v1_AppliedBuyer, AppliedBuyer__Output as _gateway_auth_v1_AppliedBuyer__Output } from '../../../gateway/auth/v1/AppliedBuyer.ts';

export interface ApplyAccountsResponse {
  'buyers'?: (_gateway_auth_v1_AppliedBuyer)[];
  'changedCount'?: (number);
  'keptBack'?: (string)[];
}

export interface ApplyAccountsResponse__Output {
  'buyers': (_gateway_auth_v1_AppliedBuyer__Output)[];
  'changedCount': (number);
  'keptBack': (string)[];
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { BuyerSummary as _gateway_auth_v1_BuyerSummary, BuyerSummary__Output as _gateway_auth_v1_BuyerSummary__Output } from '../../../gateway/auth/v1/BuyerSummary.ts';

export interface ListBuyersResponse {
  'buyers'?: (_gateway_auth_v1_BuyerSummary)[];
  'nextPageToken'?: (string);
}

export interface ListBuyersResponse__Output {
  'buyers': (_gateway_auth_v1_BuyerSummary__Output)[];
  'nextPageToken': (string);
}

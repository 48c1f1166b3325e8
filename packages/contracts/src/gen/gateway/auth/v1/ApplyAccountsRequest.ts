// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { BuyerEntry as _gateway_auth_v1_BuyerEntry, BuyerEntry__Output as _gateway_auth_v1_BuyerEntry__Output } from '../../../gateway/auth/v1/BuyerEntry.ts';
import type { PublisherLogin as _gateway_auth_v1_PublisherLogin, PublisherLogin__Output as _gateway_auth_v1_PublisherLogin__Output } from '../../../gateway/auth/v1/PublisherLogin.ts';

export interface ApplyAccountsRequest {
  'validateOnly'?: (boolean);
  'buyers'?: (_gateway_auth_v1_BuyerEntry)[];
  'publisherLogins'?: (_gateway_auth_v1_PublisherLogin)[];
}

export interface ApplyAccountsRequest__Output {
  'validateOnly': (boolean);
  'buyers': (_gateway_auth_v1_BuyerEntry__Output)[];
  'publisherLogins': (_gateway_auth_v1_PublisherLogin__Output)[];
}

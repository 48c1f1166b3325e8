// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { ApiKeyEntry as _gateway_auth_v1_ApiKeyEntry, ApiKeyEntry__Output as _gateway_auth_v1_ApiKeyEntry__Output } from '../../../gateway/auth/v1/ApiKeyEntry.ts';

export interface BuyerEntry {
  'email'?: (string);
  'password'?: (string);
  'suspended'?: (boolean);
  'keys'?: (_gateway_auth_v1_ApiKeyEntry)[];
  'buyerId'?: (string);
}

export interface BuyerEntry__Output {
  'email': (string);
  'password': (string);
  'suspended': (boolean);
  'keys': (_gateway_auth_v1_ApiKeyEntry__Output)[];
  'buyerId': (string);
}

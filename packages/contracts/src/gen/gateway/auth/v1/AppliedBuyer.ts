// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { GeneratedKey as _gateway_auth_v1_GeneratedKey, GeneratedKey__Output as _gateway_auth_v1_GeneratedKey__Output } from '../../../gateway/auth/v1/GeneratedKey.ts';

export interface AppliedBuyer {
  'email'?: (string);
  'buyerId'?: (string);
  'generatedKeys'?: (_gateway_auth_v1_GeneratedKey)[];
  'deleted'?: (boolean);
}

export interface AppliedBuyer__Output {
  'email': (string);
  'buyerId': (string);
  'generatedKeys': (_gateway_auth_v1_GeneratedKey__Output)[];
  'deleted': (boolean);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { GeneratedKey as _gateway_auth_v1_GeneratedKey, GeneratedKey__Output as _gateway_auth_v1_GeneratedKey__Output } from '../../../gateway/auth/v1/GeneratedKey.ts';
import type { AppliedKey as _gateway_auth_v1_AppliedKey, AppliedKey__Output as _gateway_auth_v1_AppliedKey__Output } from '../../../gateway/auth/v1/AppliedKey.ts';

export interface AppliedBuyer {
  'email'?: (string);
  'buyerId'?: (string);
  'generatedKeys'?: (_gateway_auth_v1_GeneratedKey)[];
  'deleted'?: (boolean);
  'keys'?: (_gateway_auth_v1_AppliedKey)[];
}

export interface AppliedBuyer__Output {
  'email': (string);
  'buyerId': (string);
  'generatedKeys': (_gateway_auth_v1_GeneratedKey__Output)[];
  'deleted': (boolean);
  'keys': (_gateway_auth_v1_AppliedKey__Output)[];
}

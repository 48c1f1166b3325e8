// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { ApiKey as _gateway_auth_v1_ApiKey, ApiKey__Output as _gateway_auth_v1_ApiKey__Output } from '../../../gateway/auth/v1/ApiKey.ts';

export interface RevokeApiKeyResponse {
  'apiKey'?: (_gateway_auth_v1_ApiKey | null);
  'descendantsRevoked'?: (number);
}

export interface RevokeApiKeyResponse__Output {
  'apiKey': (_gateway_auth_v1_ApiKey__Output | null);
  'descendantsRevoked': (number);
}

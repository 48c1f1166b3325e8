// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { ApiKey as _gateway_auth_v1_ApiKey, ApiKey__Output as _gateway_auth_v1_ApiKey__Output } from '../../../gateway/auth/v1/ApiKey.ts';

export interface SetApiKeyExpiryResponse {
  'apiKey'?: (_gateway_auth_v1_ApiKey | null);
}

export interface SetApiKeyExpiryResponse__Output {
  'apiKey': (_gateway_auth_v1_ApiKey__Output | null);
}

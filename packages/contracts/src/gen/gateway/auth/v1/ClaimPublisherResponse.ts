// Original file: ../../proto/gateway/auth/v1/person_service.proto

import type { PersonAccount as _gateway_auth_v1_PersonAccount, PersonAccount__Output as _gateway_auth_v1_PersonAccount__Output } from '../../../gateway/auth/v1/PersonAccount.ts';

export interface ClaimPublisherResponse {
  'account'?: (_gateway_auth_v1_PersonAccount | null);
}

export interface ClaimPublisherResponse__Output {
  'account': (_gateway_auth_v1_PersonAccount__Output | null);
}

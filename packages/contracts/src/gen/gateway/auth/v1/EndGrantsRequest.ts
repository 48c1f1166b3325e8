// Original file: ../../proto/gateway/auth/v1/account_service.proto

import type { EndedGrant as _gateway_auth_v1_EndedGrant, EndedGrant__Output as _gateway_auth_v1_EndedGrant__Output } from '../../../gateway/auth/v1/EndedGrant.ts';

export interface EndGrantsRequest {
  'grants'?: (_gateway_auth_v1_EndedGrant)[];
}

export interface EndGrantsRequest__Output {
  'grants': (_gateway_auth_v1_EndedGrant__Output)[];
}

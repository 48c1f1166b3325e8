// Original file: ../../proto/gateway/auth/v1/auth_service.proto

import type { CallerChange as _gateway_auth_v1_CallerChange, CallerChange__Output as _gateway_auth_v1_CallerChange__Output } from '../../../gateway/auth/v1/CallerChange.ts';

export interface ListCallerChangesResponse {
  'next'?: (string);
  'changes'?: (_gateway_auth_v1_CallerChange)[];
  'everything'?: (boolean);
}

export interface ListCallerChangesResponse__Output {
  'next': (string);
  'changes': (_gateway_auth_v1_CallerChange__Output)[];
  'everything': (boolean);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { KeyMark as _gateway_auth_v1_KeyMark, KeyMark__Output as _gateway_auth_v1_KeyMark__Output } from '../../../gateway/auth/v1/KeyMark.ts';

export interface ListKeyMarksResponse {
  'marks'?: (_gateway_auth_v1_KeyMark)[];
}

export interface ListKeyMarksResponse__Output {
  'marks': (_gateway_auth_v1_KeyMark__Output)[];
}

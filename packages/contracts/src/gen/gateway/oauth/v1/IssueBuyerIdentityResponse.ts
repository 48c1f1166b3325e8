// Original file: ../../proto/gateway/oauth/v1/identity_service.proto

import type { Long } from '@grpc/proto-loader';

export interface IssueBuyerIdentityResponse {
  'token'?: (string);
  'expiresAtMs'?: (number | string | Long);
}

export interface IssueBuyerIdentityResponse__Output {
  'token': (string);
  'expiresAtMs': (string);
}

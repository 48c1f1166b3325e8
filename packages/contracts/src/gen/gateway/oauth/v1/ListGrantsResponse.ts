// Original file: ../../proto/gateway/oauth/v1/grant_service.proto

import type { Grant as _gateway_oauth_v1_Grant, Grant__Output as _gateway_oauth_v1_Grant__Output } from '../../../gateway/oauth/v1/Grant.ts';

export interface ListGrantsResponse {
  'grants'?: (_gateway_oauth_v1_Grant)[];
  'nextPageToken'?: (string);
}

export interface ListGrantsResponse__Output {
  'grants': (_gateway_oauth_v1_Grant__Output)[];
  'nextPageToken': (string);
}

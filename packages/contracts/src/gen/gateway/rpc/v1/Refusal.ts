// Original file: ../../proto/gateway/rpc/v1/status.proto

import type { Long } from '@grpc/proto-loader';

export interface Refusal {
  'code'?: (string);
  'message'?: (string);
  'detail'?: ({[key: string]: string});
  'retryAfterMs'?: (number | string | Long);
}

export interface Refusal__Output {
  'code': (string);
  'message': (string);
  'detail': ({[key: string]: string});
  'retryAfterMs': (string);
}

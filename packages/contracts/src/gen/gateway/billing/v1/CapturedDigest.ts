// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CapturedDigest {
  'callCount'?: (number | string | Long);
  'digest'?: (string);
}

export interface CapturedDigest__Output {
  'callCount': (string);
  'digest': (string);
}

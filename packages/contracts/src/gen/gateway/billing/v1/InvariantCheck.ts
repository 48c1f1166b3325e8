// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { Long } from '@grpc/proto-loader';

export interface InvariantCheck {
  'name'?: (string);
  'description'?: (string);
  'breachCount'?: (number | string | Long);
  'breaches'?: (string)[];
}

export interface InvariantCheck__Output {
  'name': (string);
  'description': (string);
  'breachCount': (string);
  'breaches': (string)[];
}

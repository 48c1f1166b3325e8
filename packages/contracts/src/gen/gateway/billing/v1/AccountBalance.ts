// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountBalance {
  'accountType'?: (string);
  'balanceMicros'?: (number | string | Long);
}

export interface AccountBalance__Output {
  'accountType': (string);
  'balanceMicros': (string);
}

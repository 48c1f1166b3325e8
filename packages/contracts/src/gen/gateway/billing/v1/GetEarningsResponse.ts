// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetEarningsResponse {
  'payableMicros'?: (number | string | Long);
  'earnedMicros'?: (number | string | Long);
  'paidOutMicros'?: (number | string | Long);
  'payoutConnected'?: (boolean);
  'payoutAccount'?: (string);
}

export interface GetEarningsResponse__Output {
  'payableMicros': (string);
  'earnedMicros': (string);
  'paidOutMicros': (string);
  'payoutConnected': (boolean);
  'payoutAccount': (string);
}

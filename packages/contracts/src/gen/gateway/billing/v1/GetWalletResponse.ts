// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type { Long } from '@grpc/proto-loader';

export interface GetWalletResponse {
  'currency'?: (string);
  'balanceMicros'?: (number | string | Long);
  'heldMicros'?: (number | string | Long);
  'availableMicros'?: (number | string | Long);
}

export interface GetWalletResponse__Output {
  'currency': (string);
  'balanceMicros': (string);
  'heldMicros': (string);
  'availableMicros': (string);
}

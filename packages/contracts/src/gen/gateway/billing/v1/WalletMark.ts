// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type { Long } from '@grpc/proto-loader';

export interface WalletMark {
  'buyerId'?: (string);
  'balanceMicros'?: (number | string | Long);
  'heldMicros'?: (number | string | Long);
  'purchasesMark'?: (string);
}

export interface WalletMark__Output {
  'buyerId': (string);
  'balanceMicros': (string);
  'heldMicros': (string);
  'purchasesMark': (string);
}

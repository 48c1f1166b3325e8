// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type { WalletMark as _gateway_billing_v1_WalletMark, WalletMark__Output as _gateway_billing_v1_WalletMark__Output } from '../../../gateway/billing/v1/WalletMark.ts';

export interface ListWalletMarksResponse {
  'marks'?: (_gateway_billing_v1_WalletMark)[];
}

export interface ListWalletMarksResponse__Output {
  'marks': (_gateway_billing_v1_WalletMark__Output)[];
}

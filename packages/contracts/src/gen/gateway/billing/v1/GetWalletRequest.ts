// Original file: ../../proto/gateway/billing/v1/wallet_service.proto


export interface GetWalletRequest {
  'buyerId'?: (string);
}

export interface GetWalletRequest__Output {
  'buyerId': (string);
}

// Original file: ../../proto/gateway/billing/v1/wallet_service.proto


export interface ListWalletMarksRequest {
  'buyerIds'?: (string)[];
}

export interface ListWalletMarksRequest__Output {
  'buyerIds': (string)[];
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface GetTestCheckoutRequest {
  'checkoutId'?: (string);
}

export interface GetTestCheckoutRequest__Output {
  'checkoutId': (string);
}

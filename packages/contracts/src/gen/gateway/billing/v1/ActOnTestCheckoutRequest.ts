// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ActOnTestCheckoutRequest {
  'checkoutId'?: (string);
  'action'?: (string);
}

export interface ActOnTestCheckoutRequest__Output {
  'checkoutId': (string);
  'action': (string);
}

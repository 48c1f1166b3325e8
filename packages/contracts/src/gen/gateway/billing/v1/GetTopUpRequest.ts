// Original file: ../../proto/gateway/billing/v1/top_up_service.proto


export interface GetTopUpRequest {
  'topUpId'?: (string);
  'buyerId'?: (string);
}

export interface GetTopUpRequest__Output {
  'topUpId': (string);
  'buyerId': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_service.proto


export interface MoveBuyerRequest {
  'buyerId'?: (string);
  'cell'?: (string);
}

export interface MoveBuyerRequest__Output {
  'buyerId': (string);
  'cell': (string);
}

// Original file: ../../proto/gateway/billing/v1/cell_service.proto


export interface MovedBuyer {
  'buyerId'?: (string);
  'cell'?: (string);
}

export interface MovedBuyer__Output {
  'buyerId': (string);
  'cell': (string);
}

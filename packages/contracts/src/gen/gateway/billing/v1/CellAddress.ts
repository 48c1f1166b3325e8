// Original file: ../../proto/gateway/billing/v1/cell_service.proto


export interface CellAddress {
  'name'?: (string);
  'address'?: (string);
}

export interface CellAddress__Output {
  'name': (string);
  'address': (string);
}

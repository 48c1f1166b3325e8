// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface ExportPeriodsResponse {
  'months'?: (string)[];
  'location'?: (string);
}

export interface ExportPeriodsResponse__Output {
  'months': (string)[];
  'location': (string);
}

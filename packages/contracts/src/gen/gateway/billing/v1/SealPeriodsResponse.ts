// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface SealPeriodsResponse {
  'months'?: (string)[];
  'nextMonth'?: (string);
  'nextRefusal'?: (string);
}

export interface SealPeriodsResponse__Output {
  'months': (string)[];
  'nextMonth': (string);
  'nextRefusal': (string);
}

// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface VerifyPeriodResponse {
  'breaches'?: (string)[];
}

export interface VerifyPeriodResponse__Output {
  'breaches': (string)[];
}

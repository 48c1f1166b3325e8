// Original file: ../../proto/gateway/billing/v1/ledger_service.proto


export interface VerifyPeriodRequest {
  'month'?: (string);
}

export interface VerifyPeriodRequest__Output {
  'month': (string);
}

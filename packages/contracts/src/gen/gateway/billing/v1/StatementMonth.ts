// Original file: ../../proto/gateway/billing/v1/statement_service.proto


export interface StatementMonth {
  'month'?: (string);
  'closed'?: (boolean);
}

export interface StatementMonth__Output {
  'month': (string);
  'closed': (boolean);
}

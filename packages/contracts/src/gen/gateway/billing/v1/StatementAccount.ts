// Original file: ../../proto/gateway/billing/v1/statement_service.proto


export interface StatementAccount {
  'buyerId'?: (string);
  'username'?: (string);
}

export interface StatementAccount__Output {
  'buyerId': (string);
  'username': (string);
}

// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type { StatementAccount as _gateway_billing_v1_StatementAccount, StatementAccount__Output as _gateway_billing_v1_StatementAccount__Output } from '../../../gateway/billing/v1/StatementAccount.ts';

export interface GetMonthlyStatementRequest {
  'account'?: (_gateway_billing_v1_StatementAccount | null);
  'month'?: (string);
}

export interface GetMonthlyStatementRequest__Output {
  'account': (_gateway_billing_v1_StatementAccount__Output | null);
  'month': (string);
}

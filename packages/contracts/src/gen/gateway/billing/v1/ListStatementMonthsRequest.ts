// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type { StatementAccount as _gateway_billing_v1_StatementAccount, StatementAccount__Output as _gateway_billing_v1_StatementAccount__Output } from '../../../gateway/billing/v1/StatementAccount.ts';

export interface ListStatementMonthsRequest {
  'account'?: (_gateway_billing_v1_StatementAccount | null);
}

export interface ListStatementMonthsRequest__Output {
  'account': (_gateway_billing_v1_StatementAccount__Output | null);
}

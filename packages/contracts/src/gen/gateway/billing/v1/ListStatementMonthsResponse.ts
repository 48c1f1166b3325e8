// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type { StatementMonth as _gateway_billing_v1_StatementMonth, StatementMonth__Output as _gateway_billing_v1_StatementMonth__Output } from '../../../gateway/billing/v1/StatementMonth.ts';

export interface ListStatementMonthsResponse {
  'months'?: (_gateway_billing_v1_StatementMonth)[];
}

export interface ListStatementMonthsResponse__Output {
  'months': (_gateway_billing_v1_StatementMonth__Output)[];
}

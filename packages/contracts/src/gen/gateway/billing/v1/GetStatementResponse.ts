// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { StatementLine as _gateway_billing_v1_StatementLine, StatementLine__Output as _gateway_billing_v1_StatementLine__Output } from '../../../gateway/billing/v1/StatementLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetStatementResponse {
  'openingMicros'?: (number | string | Long);
  'lines'?: (_gateway_billing_v1_StatementLine)[];
  'closingMicros'?: (number | string | Long);
}

export interface GetStatementResponse__Output {
  'openingMicros': (string);
  'lines': (_gateway_billing_v1_StatementLine__Output)[];
  'closingMicros': (string);
}

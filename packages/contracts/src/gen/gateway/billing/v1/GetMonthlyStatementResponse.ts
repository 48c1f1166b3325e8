// Original file: ../../proto/gateway/billing/v1/statement_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { MonthlyLine as _gateway_billing_v1_MonthlyLine, MonthlyLine__Output as _gateway_billing_v1_MonthlyLine__Output } from '../../../gateway/billing/v1/MonthlyLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetMonthlyStatementResponse {
  'month'?: (string);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'closed'?: (boolean);
  'openingMicros'?: (number | string | Long);
  'lines'?: (_gateway_billing_v1_MonthlyLine)[];
  'closingMicros'?: (number | string | Long);
}

export interface GetMonthlyStatementResponse__Output {
  'month': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'closed': (boolean);
  'openingMicros': (string);
  'lines': (_gateway_billing_v1_MonthlyLine__Output)[];
  'closingMicros': (string);
}

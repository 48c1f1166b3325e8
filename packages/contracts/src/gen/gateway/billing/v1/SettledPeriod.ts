// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { PeriodState as _gateway_billing_v1_PeriodState, PeriodState__Output as _gateway_billing_v1_PeriodState__Output } from '../../../gateway/billing/v1/PeriodState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface SettledPeriod {
  'month'?: (string);
  'state'?: (_gateway_billing_v1_PeriodState);
  'callCount'?: (number | string | Long);
  'entryCount'?: (number | string | Long);
  'amountMicros'?: (number | string | Long);
  'seal'?: (string);
  'sealedAt'?: (_google_protobuf_Timestamp | null);
  'location'?: (string);
  'exportedAt'?: (_google_protobuf_Timestamp | null);
  'droppedAt'?: (_google_protobuf_Timestamp | null);
  'cell'?: (string);
}

export interface SettledPeriod__Output {
  'month': (string);
  'state': (_gateway_billing_v1_PeriodState__Output);
  'callCount': (string);
  'entryCount': (string);
  'amountMicros': (string);
  'seal': (string);
  'sealedAt': (_google_protobuf_Timestamp__Output | null);
  'location': (string);
  'exportedAt': (_google_protobuf_Timestamp__Output | null);
  'droppedAt': (_google_protobuf_Timestamp__Output | null);
  'cell': (string);
}

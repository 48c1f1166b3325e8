// Original file: ../../proto/gateway/metering/v1/month_service.proto

import type { UsageMonthState as _gateway_metering_v1_UsageMonthState, UsageMonthState__Output as _gateway_metering_v1_UsageMonthState__Output } from '../../../gateway/metering/v1/UsageMonthState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface UsageMonth {
  'month'?: (string);
  'state'?: (_gateway_metering_v1_UsageMonthState);
  'recordCount'?: (number | string | Long);
  'chargedMicros'?: (number | string | Long);
  'seal'?: (string);
  'location'?: (string);
  'sealedAt'?: (_google_protobuf_Timestamp | null);
  'exportedAt'?: (_google_protobuf_Timestamp | null);
  'droppedAt'?: (_google_protobuf_Timestamp | null);
}

export interface UsageMonth__Output {
  'month': (string);
  'state': (_gateway_metering_v1_UsageMonthState__Output);
  'recordCount': (string);
  'chargedMicros': (string);
  'seal': (string);
  'location': (string);
  'sealedAt': (_google_protobuf_Timestamp__Output | null);
  'exportedAt': (_google_protobuf_Timestamp__Output | null);
  'droppedAt': (_google_protobuf_Timestamp__Output | null);
}

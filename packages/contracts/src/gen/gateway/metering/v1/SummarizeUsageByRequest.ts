// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageGrouping as _gateway_metering_v1_UsageGrouping, UsageGrouping__Output as _gateway_metering_v1_UsageGrouping__Output } from '../../../gateway/metering/v1/UsageGrouping.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SummarizeUsageByRequest {
  'buyerId'?: (string);
  'grouping'?: (_gateway_metering_v1_UsageGrouping);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
}

export interface SummarizeUsageByRequest__Output {
  'buyerId': (string);
  'grouping': (_gateway_metering_v1_UsageGrouping__Output);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
}

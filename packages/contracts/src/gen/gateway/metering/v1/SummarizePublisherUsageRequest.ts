// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { PublisherUsageGrouping as _gateway_metering_v1_PublisherUsageGrouping, PublisherUsageGrouping__Output as _gateway_metering_v1_PublisherUsageGrouping__Output } from '../../../gateway/metering/v1/PublisherUsageGrouping.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface SummarizePublisherUsageRequest {
  'username'?: (string);
  'appName'?: (string);
  'grouping'?: (_gateway_metering_v1_PublisherUsageGrouping);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
}

export interface SummarizePublisherUsageRequest__Output {
  'username': (string);
  'appName': (string);
  'grouping': (_gateway_metering_v1_PublisherUsageGrouping__Output);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
}

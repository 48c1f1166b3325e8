// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ListFailuresRequest {
  'app'?: (string);
  'code'?: (string);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListFailuresRequest__Output {
  'app': (string);
  'code': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'pageSize': (number);
  'pageToken': (string);
}

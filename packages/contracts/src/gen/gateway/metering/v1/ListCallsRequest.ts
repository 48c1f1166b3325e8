// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface ListCallsRequest {
  'buyerId'?: (string);
  'app'?: (string);
  'code'?: (string);
  'keyId'?: (string);
  'from'?: (_google_protobuf_Timestamp | null);
  'to'?: (_google_protobuf_Timestamp | null);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListCallsRequest__Output {
  'buyerId': (string);
  'app': (string);
  'code': (string);
  'keyId': (string);
  'from': (_google_protobuf_Timestamp__Output | null);
  'to': (_google_protobuf_Timestamp__Output | null);
  'pageSize': (number);
  'pageToken': (string);
}

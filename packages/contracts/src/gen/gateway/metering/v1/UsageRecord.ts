// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface UsageRecord {
  'callId'?: (string);
  'occurredAt'?: (_google_protobuf_Timestamp | null);
  'buyerId'?: (string);
  'keyId'?: (string);
  'purchaseId'?: (string);
  'appId'?: (string);
  'publisherUsername'?: (string);
  'appName'?: (string);
  'adapter'?: (string);
  'operation'?: (string);
  'name'?: (string);
  'tier'?: (string);
  'chargedMicros'?: (number | string | Long);
  'totalTokens'?: (number | string | Long);
  'durationMs'?: (number);
}

export interface UsageRecord__Output {
  'callId': (string);
  'occurredAt': (_google_protobuf_Timestamp__Output | null);
  'buyerId': (string);
  'keyId': (string);
  'purchaseId': (string);
  'appId': (string);
  'publisherUsername': (string);
  'appName': (string);
  'adapter': (string);
  'operation': (string);
  'name': (string);
  'tier': (string);
  'chargedMicros': (string);
  'totalTokens': (string);
  'durationMs': (number);
}

// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface CapturedCall {
  'callId'?: (string);
  'resolvedAt'?: (_google_protobuf_Timestamp | null);
  'buyerId'?: (string);
  'purchaseId'?: (string);
  'appId'?: (string);
  'publisherUsername'?: (string);
  'appName'?: (string);
  'adapter'?: (string);
  'keyId'?: (string);
  'name'?: (string);
  'tier'?: (string);
  'priceMicros'?: (number | string | Long);
  'totalTokens'?: (number | string | Long);
  'durationMs'?: (number);
}

export interface CapturedCall__Output {
  'callId': (string);
  'resolvedAt': (_google_protobuf_Timestamp__Output | null);
  'buyerId': (string);
  'purchaseId': (string);
  'appId': (string);
  'publisherUsername': (string);
  'appName': (string);
  'adapter': (string);
  'keyId': (string);
  'name': (string);
  'tier': (string);
  'priceMicros': (string);
  'totalTokens': (string);
  'durationMs': (number);
}

// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface PublisherSummary {
  'publisherId'?: (string);
  'username'?: (string);
  'suspended'?: (boolean);
  'payoutConnected'?: (boolean);
  'appCount'?: (number);
  'createdAt'?: (_google_protobuf_Timestamp | null);
}

export interface PublisherSummary__Output {
  'publisherId': (string);
  'username': (string);
  'suspended': (boolean);
  'payoutConnected': (boolean);
  'appCount': (number);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
}

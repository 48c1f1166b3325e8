// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface PublisherProfile {
  'publisherId'?: (string);
  'username'?: (string);
  'suspended'?: (boolean);
  'payoutConnected'?: (boolean);
  'payoutAccount'?: (string);
  'hasCredential'?: (boolean);
  'createdAt'?: (_google_protobuf_Timestamp | null);
}

export interface PublisherProfile__Output {
  'publisherId': (string);
  'username': (string);
  'suspended': (boolean);
  'payoutConnected': (boolean);
  'payoutAccount': (string);
  'hasCredential': (boolean);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
}

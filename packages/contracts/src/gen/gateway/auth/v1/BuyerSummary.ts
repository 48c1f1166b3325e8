// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';

export interface BuyerSummary {
  'buyerId'?: (string);
  'email'?: (string);
  'suspended'?: (boolean);
  'createdAt'?: (_google_protobuf_Timestamp | null);
}

export interface BuyerSummary__Output {
  'buyerId': (string);
  'email': (string);
  'suspended': (boolean);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
}

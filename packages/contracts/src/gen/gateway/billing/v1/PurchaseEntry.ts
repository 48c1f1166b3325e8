// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { PurchaseStatus as _gateway_billing_v1_PurchaseStatus, PurchaseStatus__Output as _gateway_billing_v1_PurchaseStatus__Output } from '../../../gateway/billing/v1/PurchaseStatus.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface PurchaseEntry {
  'app'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'status'?: (_gateway_billing_v1_PurchaseStatus);
  'startedAt'?: (_google_protobuf_Timestamp | null);
  'renews'?: (boolean);
  'used'?: (number | string | Long);
}

export interface PurchaseEntry__Output {
  'app': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'status': (_gateway_billing_v1_PurchaseStatus__Output);
  'startedAt': (_google_protobuf_Timestamp__Output | null);
  'renews': (boolean);
  'used': (string);
}

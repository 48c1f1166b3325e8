// Original file: ../../proto/gateway/billing/v1/purchase_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { PurchaseStatus as _gateway_billing_v1_PurchaseStatus, PurchaseStatus__Output as _gateway_billing_v1_PurchaseStatus__Output } from '../../../gateway/billing/v1/PurchaseStatus.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Purchase {
  'purchaseId'?: (string);
  'buyerId'?: (string);
  'app'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'status'?: (_gateway_billing_v1_PurchaseStatus);
  'renews'?: (boolean);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'windowStartsAt'?: (_google_protobuf_Timestamp | null);
  'windowEndsAt'?: (_google_protobuf_Timestamp | null);
  'used'?: (number | string | Long);
  'quota'?: (number | string | Long);
  'chargesAbandoned'?: (boolean);
  'chargesTasksOnAcceptance'?: (boolean);
  'version'?: (number | string | Long);
}

export interface Purchase__Output {
  'purchaseId': (string);
  'buyerId': (string);
  'app': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'status': (_gateway_billing_v1_PurchaseStatus__Output);
  'renews': (boolean);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'windowStartsAt': (_google_protobuf_Timestamp__Output | null);
  'windowEndsAt': (_google_protobuf_Timestamp__Output | null);
  'used': (string);
  'quota': (string);
  'chargesAbandoned': (boolean);
  'chargesTasksOnAcceptance': (boolean);
  'version': (string);
}

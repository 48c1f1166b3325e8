// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ReservationState as _gateway_billing_v1_ReservationState, ReservationState__Output as _gateway_billing_v1_ReservationState__Output } from '../../../gateway/billing/v1/ReservationState.ts';
import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetReservationResponse {
  'callId'?: (string);
  'state'?: (_gateway_billing_v1_ReservationState);
  'buyerId'?: (string);
  'purchaseId'?: (string);
  'app'?: (string);
  'toolName'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'priceMicros'?: (number | string | Long);
  'reservedAt'?: (_google_protobuf_Timestamp | null);
  'resolvedAt'?: (_google_protobuf_Timestamp | null);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  'outcome'?: (string);
  'corrected'?: (boolean);
}

export interface GetReservationResponse__Output {
  'callId': (string);
  'state': (_gateway_billing_v1_ReservationState__Output);
  'buyerId': (string);
  'purchaseId': (string);
  'app': (string);
  'toolName': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'priceMicros': (string);
  'reservedAt': (_google_protobuf_Timestamp__Output | null);
  'resolvedAt': (_google_protobuf_Timestamp__Output | null);
  'expiresAt': (_google_protobuf_Timestamp__Output | null);
  'outcome': (string);
  'corrected': (boolean);
}

// Original file: ../../proto/gateway/billing/v1/top_up_service.proto

import type { TopUpState as _gateway_billing_v1_TopUpState, TopUpState__Output as _gateway_billing_v1_TopUpState__Output } from '../../../gateway/billing/v1/TopUpState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface TopUp {
  'topUpId'?: (string);
  'buyerId'?: (string);
  'amountMicros'?: (number | string | Long);
  'state'?: (_gateway_billing_v1_TopUpState);
  'checkoutUrl'?: (string);
  'processor'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'paidAt'?: (_google_protobuf_Timestamp | null);
  'reversedMicros'?: (number | string | Long);
}

export interface TopUp__Output {
  'topUpId': (string);
  'buyerId': (string);
  'amountMicros': (string);
  'state': (_gateway_billing_v1_TopUpState__Output);
  'checkoutUrl': (string);
  'processor': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'paidAt': (_google_protobuf_Timestamp__Output | null);
  'reversedMicros': (string);
}

// Original file: ../../proto/gateway/billing/v1/publisher_account_service.proto

import type { PayoutState as _gateway_billing_v1_PayoutState, PayoutState__Output as _gateway_billing_v1_PayoutState__Output } from '../../../gateway/billing/v1/PayoutState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Payout {
  'payoutId'?: (string);
  'amountMicros'?: (number | string | Long);
  'state'?: (_gateway_billing_v1_PayoutState);
  'account'?: (string);
  'transferId'?: (string);
  'createdAt'?: (_google_protobuf_Timestamp | null);
}

export interface Payout__Output {
  'payoutId': (string);
  'amountMicros': (string);
  'state': (_gateway_billing_v1_PayoutState__Output);
  'account': (string);
  'transferId': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
}

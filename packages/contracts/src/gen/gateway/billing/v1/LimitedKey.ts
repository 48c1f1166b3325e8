// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { KeyLimits as _gateway_billing_v1_KeyLimits, KeyLimits__Output as _gateway_billing_v1_KeyLimits__Output } from '../../../gateway/billing/v1/KeyLimits.ts';
import type { KeySpending as _gateway_billing_v1_KeySpending, KeySpending__Output as _gateway_billing_v1_KeySpending__Output } from '../../../gateway/billing/v1/KeySpending.ts';
import type { Long } from '@grpc/proto-loader';

export interface LimitedKey {
  'keyId'?: (string);
  'buyerId'?: (string);
  'name'?: (string);
  'parentKeyId'?: (string);
  'lineage'?: (string)[];
  'limits'?: (_gateway_billing_v1_KeyLimits | null);
  'spending'?: (_gateway_billing_v1_KeySpending | null);
  'version'?: (number | string | Long);
}

export interface LimitedKey__Output {
  'keyId': (string);
  'buyerId': (string);
  'name': (string);
  'parentKeyId': (string);
  'lineage': (string)[];
  'limits': (_gateway_billing_v1_KeyLimits__Output | null);
  'spending': (_gateway_billing_v1_KeySpending__Output | null);
  'version': (string);
}

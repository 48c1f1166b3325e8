// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { KeyLimits as _gateway_billing_v1_KeyLimits, KeyLimits__Output as _gateway_billing_v1_KeyLimits__Output } from '../../../gateway/billing/v1/KeyLimits.ts';
import type { Long } from '@grpc/proto-loader';

export interface SetKeyLimitsRequest {
  'buyerId'?: (string);
  'keyId'?: (string);
  'name'?: (string);
  'parentKeyId'?: (string);
  'limits'?: (_gateway_billing_v1_KeyLimits | null);
  'expectedVersion'?: (number | string | Long);
}

export interface SetKeyLimitsRequest__Output {
  'buyerId': (string);
  'keyId': (string);
  'name': (string);
  'parentKeyId': (string);
  'limits': (_gateway_billing_v1_KeyLimits__Output | null);
  'expectedVersion': (string);
}

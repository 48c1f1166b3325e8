// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto

import type { LoopLimit as _gateway_billing_v1_LoopLimit, LoopLimit__Output as _gateway_billing_v1_LoopLimit__Output } from '../../../gateway/billing/v1/LoopLimit.ts';
import type { Long } from '@grpc/proto-loader';

export interface KeyLimits {
  'totalMicros'?: (number | string | Long);
  'perDayMicros'?: (number | string | Long);
  'per30DaysMicros'?: (number | string | Long);
  'maxPriceMicros'?: (number | string | Long);
  'apps'?: (string)[];
  'tools'?: (string)[];
  'concurrent'?: (number);
  'loop'?: (_gateway_billing_v1_LoopLimit | null);
  '_totalMicros'?: "totalMicros";
  '_perDayMicros'?: "perDayMicros";
  '_per30DaysMicros'?: "per30DaysMicros";
  '_maxPriceMicros'?: "maxPriceMicros";
  '_concurrent'?: "concurrent";
}

export interface KeyLimits__Output {
  'totalMicros'?: (string);
  'perDayMicros'?: (string);
  'per30DaysMicros'?: (string);
  'maxPriceMicros'?: (string);
  'apps': (string)[];
  'tools': (string)[];
  'concurrent'?: (number);
  'loop': (_gateway_billing_v1_LoopLimit__Output | null);
  '_totalMicros'?: "totalMicros";
  '_perDayMicros'?: "perDayMicros";
  '_per30DaysMicros'?: "per30DaysMicros";
  '_maxPriceMicros'?: "maxPriceMicros";
  '_concurrent'?: "concurrent";
}

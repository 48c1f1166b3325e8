// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { CallSummary as _gateway_metering_v1_CallSummary, CallSummary__Output as _gateway_metering_v1_CallSummary__Output } from '../../../gateway/metering/v1/CallSummary.ts';

export interface ListCallsResponse {
  'calls'?: (_gateway_metering_v1_CallSummary)[];
  'nextPageToken'?: (string);
}

export interface ListCallsResponse__Output {
  'calls': (_gateway_metering_v1_CallSummary__Output)[];
  'nextPageToken': (string);
}

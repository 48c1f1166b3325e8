// Original file: ../../proto/gateway/metering/v1/publisher_usage_service.proto

import type { FailedCall as _gateway_metering_v1_FailedCall, FailedCall__Output as _gateway_metering_v1_FailedCall__Output } from '../../../gateway/metering/v1/FailedCall.ts';

export interface ListFailuresResponse {
  'calls'?: (_gateway_metering_v1_FailedCall)[];
  'nextPageToken'?: (string);
}

export interface ListFailuresResponse__Output {
  'calls': (_gateway_metering_v1_FailedCall__Output)[];
  'nextPageToken': (string);
}

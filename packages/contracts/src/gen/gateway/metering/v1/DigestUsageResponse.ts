// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageDigest as _gateway_metering_v1_UsageDigest, UsageDigest__Output as _gateway_metering_v1_UsageDigest__Output } from '../../../gateway/metering/v1/UsageDigest.ts';

export interface DigestUsageResponse {
  'digests'?: (_gateway_metering_v1_UsageDigest)[];
}

export interface DigestUsageResponse__Output {
  'digests': (_gateway_metering_v1_UsageDigest__Output)[];
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { KeyUse as _gateway_metering_v1_KeyUse, KeyUse__Output as _gateway_metering_v1_KeyUse__Output } from '../../../gateway/metering/v1/KeyUse.ts';

export interface ListKeyUsesResponse {
  'uses'?: (_gateway_metering_v1_KeyUse)[];
}

export interface ListKeyUsesResponse__Output {
  'uses': (_gateway_metering_v1_KeyUse__Output)[];
}

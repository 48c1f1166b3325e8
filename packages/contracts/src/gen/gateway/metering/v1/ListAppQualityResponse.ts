// Original file: ../../proto/gateway/metering/v1/quality_service.proto

import type { AppQuality as _gateway_metering_v1_AppQuality, AppQuality__Output as _gateway_metering_v1_AppQuality__Output } from '../../../gateway/metering/v1/AppQuality.ts';

export interface ListAppQualityResponse {
  'items'?: (_gateway_metering_v1_AppQuality)[];
  'windowDays'?: (number);
  'buyersMin'?: (number);
}

export interface ListAppQualityResponse__Output {
  'items': (_gateway_metering_v1_AppQuality__Output)[];
  'windowDays': (number);
  'buyersMin': (number);
}

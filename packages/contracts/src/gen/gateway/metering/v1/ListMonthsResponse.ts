// Original file: ../../proto/gateway/metering/v1/month_service.proto

import type { UsageMonth as _gateway_metering_v1_UsageMonth, UsageMonth__Output as _gateway_metering_v1_UsageMonth__Output } from '../../../gateway/metering/v1/UsageMonth.ts';

export interface ListMonthsResponse {
  'months'?: (_gateway_metering_v1_UsageMonth)[];
}

export interface ListMonthsResponse__Output {
  'months': (_gateway_metering_v1_UsageMonth__Output)[];
}

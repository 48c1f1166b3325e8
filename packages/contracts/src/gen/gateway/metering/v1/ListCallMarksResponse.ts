// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { CallMark as _gateway_metering_v1_CallMark, CallMark__Output as _gateway_metering_v1_CallMark__Output } from '../../../gateway/metering/v1/CallMark.ts';

export interface ListCallMarksResponse {
  'marks'?: (_gateway_metering_v1_CallMark)[];
}

export interface ListCallMarksResponse__Output {
  'marks': (_gateway_metering_v1_CallMark__Output)[];
}

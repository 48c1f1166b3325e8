// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { OutcomeSum as _gateway_metering_v1_OutcomeSum, OutcomeSum__Output as _gateway_metering_v1_OutcomeSum__Output } from '../../../gateway/metering/v1/OutcomeSum.ts';

export interface SummarizeOutcomesResponse {
  'sums'?: (_gateway_metering_v1_OutcomeSum)[];
}

export interface SummarizeOutcomesResponse__Output {
  'sums': (_gateway_metering_v1_OutcomeSum__Output)[];
}

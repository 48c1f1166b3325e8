// Original file: ../../proto/gateway/metering/v1/usage_service.proto

import type { UsageRecord as _gateway_metering_v1_UsageRecord, UsageRecord__Output as _gateway_metering_v1_UsageRecord__Output } from '../../../gateway/metering/v1/UsageRecord.ts';
import type { CallObservation as _gateway_metering_v1_CallObservation, CallObservation__Output as _gateway_metering_v1_CallObservation__Output } from '../../../gateway/metering/v1/CallObservation.ts';
import type { CallDigests as _gateway_metering_v1_CallDigests, CallDigests__Output as _gateway_metering_v1_CallDigests__Output } from '../../../gateway/metering/v1/CallDigests.ts';

export interface GetCallResponse {
  'record'?: (_gateway_metering_v1_UsageRecord | null);
  'observation'?: (_gateway_metering_v1_CallObservation | null);
  'digests'?: (_gateway_metering_v1_CallDigests | null);
}

export interface GetCallResponse__Output {
  'record': (_gateway_metering_v1_UsageRecord__Output | null);
  'observation': (_gateway_metering_v1_CallObservation__Output | null);
  'digests': (_gateway_metering_v1_CallDigests__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto


export interface LoopLimit {
  'calls'?: (number);
  'seconds'?: (number);
}

export interface LoopLimit__Output {
  'calls': (number);
  'seconds': (number);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface CallDigests {
  'request'?: (Buffer | Uint8Array | string);
  'answer'?: (Buffer | Uint8Array | string);
}

export interface CallDigests__Output {
  'request': (Buffer);
  'answer': (Buffer);
}

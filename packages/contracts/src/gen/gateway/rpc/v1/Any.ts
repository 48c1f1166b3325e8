// Original file: ../../proto/gateway/rpc/v1/status.proto


export interface Any {
  'typeUrl'?: (string);
  'value'?: (Buffer | Uint8Array | string);
}

export interface Any__Output {
  'typeUrl': (string);
  'value': (Buffer);
}

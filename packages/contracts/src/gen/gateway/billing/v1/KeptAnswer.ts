// Original file: ../../proto/gateway/billing/v1/idempotency_service.proto


export interface KeptAnswer {
  'status'?: (number);
  'headers'?: ({[key: string]: string});
  'body'?: (Buffer | Uint8Array | string);
}

export interface KeptAnswer__Output {
  'status': (number);
  'headers': ({[key: string]: string});
  'body': (Buffer);
}

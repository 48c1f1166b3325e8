// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface CallMark {
  'buyerId'?: (string);
  'mark'?: (string);
}

export interface CallMark__Output {
  'buyerId': (string);
  'mark': (string);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface GetCallRequest {
  'callId'?: (string);
  'buyerId'?: (string);
}

export interface GetCallRequest__Output {
  'callId': (string);
  'buyerId': (string);
}

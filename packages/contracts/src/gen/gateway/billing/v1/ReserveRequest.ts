// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface ReserveRequest {
  'callId'?: (string);
  'buyerId'?: (string);
  'adapter'?: (string);
  'publisherUsername'?: (string);
  'appName'?: (string);
  'billable'?: (boolean);
  'toolName'?: (string);
  'traceparent'?: (string);
  'keyId'?: (string);
  'name'?: (string);
}

export interface ReserveRequest__Output {
  'callId': (string);
  'buyerId': (string);
  'adapter': (string);
  'publisherUsername': (string);
  'appName': (string);
  'billable': (boolean);
  'toolName': (string);
  'traceparent': (string);
  'keyId': (string);
  'name': (string);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface QuoteRequest {
  'buyerId'?: (string);
  'keyId'?: (string);
  'publisherUsername'?: (string);
  'appName'?: (string);
  'toolName'?: (string);
}

export interface QuoteRequest__Output {
  'buyerId': (string);
  'keyId': (string);
  'publisherUsername': (string);
  'appName': (string);
  'toolName': (string);
}

// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

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
  'maxPriceMicros'?: (number | string | Long);
  'argumentsDigest'?: (Buffer | Uint8Array | string);
  'withPrices'?: (boolean);
  '_maxPriceMicros'?: "maxPriceMicros";
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
  'maxPriceMicros'?: (string);
  'argumentsDigest': (Buffer);
  'withPrices': (boolean);
  '_maxPriceMicros'?: "maxPriceMicros";
}

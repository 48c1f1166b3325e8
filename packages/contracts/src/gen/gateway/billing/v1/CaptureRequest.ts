// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { Long } from '@grpc/proto-loader';

export interface CaptureRequest {
  'callId'?: (string);
  'totalTokens'?: (number | string | Long);
  'buyerId'?: (string);
}

export interface CaptureRequest__Output {
  'callId': (string);
  'totalTokens': (string);
  'buyerId': (string);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { Long } from '@grpc/proto-loader';

export interface KeepTaskRequest {
  'callId'?: (string);
  'taskId'?: (string);
  'ttlMs'?: (number | string | Long);
  'buyerId'?: (string);
}

export interface KeepTaskRequest__Output {
  'callId': (string);
  'taskId': (string);
  'ttlMs': (string);
  'buyerId': (string);
}

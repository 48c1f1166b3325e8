// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface ConfirmTaskRequest {
  'callId'?: (string);
  'buyerId'?: (string);
}

export interface ConfirmTaskRequest__Output {
  'callId': (string);
  'buyerId': (string);
}

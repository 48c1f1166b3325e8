// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface ConfirmTaskRequest {
  'callId'?: (string);
}

export interface ConfirmTaskRequest__Output {
  'callId': (string);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface FindTaskRequest {
  'buyerId'?: (string);
  'appId'?: (string);
  'taskId'?: (string);
  'isCancelling'?: (boolean);
}

export interface FindTaskRequest__Output {
  'buyerId': (string);
  'appId': (string);
  'taskId': (string);
  'isCancelling': (boolean);
}

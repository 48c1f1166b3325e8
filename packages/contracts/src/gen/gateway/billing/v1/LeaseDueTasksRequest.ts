// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface LeaseDueTasksRequest {
  'countMax'?: (number);
}

export interface LeaseDueTasksRequest__Output {
  'countMax': (number);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface ListTasksRequest {
  'buyerId'?: (string);
  'openOnly'?: (boolean);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListTasksRequest__Output {
  'buyerId': (string);
  'openOnly': (boolean);
  'pageSize': (number);
  'pageToken': (string);
}

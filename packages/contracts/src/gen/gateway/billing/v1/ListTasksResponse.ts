// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { ListedTask as _gateway_billing_v1_ListedTask, ListedTask__Output as _gateway_billing_v1_ListedTask__Output } from '../../../gateway/billing/v1/ListedTask.ts';

export interface ListTasksResponse {
  'tasks'?: (_gateway_billing_v1_ListedTask)[];
  'nextPageToken'?: (string);
}

export interface ListTasksResponse__Output {
  'tasks': (_gateway_billing_v1_ListedTask__Output)[];
  'nextPageToken': (string);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { DueTask as _gateway_billing_v1_DueTask, DueTask__Output as _gateway_billing_v1_DueTask__Output } from '../../../gateway/billing/v1/DueTask.ts';

export interface LeaseDueTasksResponse {
  'tasks'?: (_gateway_billing_v1_DueTask)[];
}

export interface LeaseDueTasksResponse__Output {
  'tasks': (_gateway_billing_v1_DueTask__Output)[];
}

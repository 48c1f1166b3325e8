// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { Task as _gateway_billing_v1_Task, Task__Output as _gateway_billing_v1_Task__Output } from '../../../gateway/billing/v1/Task.ts';

export interface FindTaskResponse {
  'task'?: (_gateway_billing_v1_Task | null);
}

export interface FindTaskResponse__Output {
  'task': (_gateway_billing_v1_Task__Output | null);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { Task as _gateway_billing_v1_Task, Task__Output as _gateway_billing_v1_Task__Output } from '../../../gateway/billing/v1/Task.ts';
import type { Upstream as _gateway_billing_v1_Upstream, Upstream__Output as _gateway_billing_v1_Upstream__Output } from '../../../gateway/billing/v1/Upstream.ts';

export interface DueTask {
  'task'?: (_gateway_billing_v1_Task | null);
  'taskId'?: (string);
  'isOver'?: (boolean);
  'upstream'?: (_gateway_billing_v1_Upstream | null);
}

export interface DueTask__Output {
  'task': (_gateway_billing_v1_Task__Output | null);
  'taskId': (string);
  'isOver': (boolean);
  'upstream': (_gateway_billing_v1_Upstream__Output | null);
}

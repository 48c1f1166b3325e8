// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { TaskState as _gateway_billing_v1_TaskState, TaskState__Output as _gateway_billing_v1_TaskState__Output } from '../../../gateway/billing/v1/TaskState.ts';
import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';

export interface Task {
  'callId'?: (string);
  'state'?: (_gateway_billing_v1_TaskState);
  'buyerId'?: (string);
  'keyId'?: (string);
  'purchaseId'?: (string);
  'appId'?: (string);
  'publisherUsername'?: (string);
  'appName'?: (string);
  'toolName'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'outcome'?: (string);
}

export interface Task__Output {
  'callId': (string);
  'state': (_gateway_billing_v1_TaskState__Output);
  'buyerId': (string);
  'keyId': (string);
  'purchaseId': (string);
  'appId': (string);
  'publisherUsername': (string);
  'appName': (string);
  'toolName': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'outcome': (string);
}

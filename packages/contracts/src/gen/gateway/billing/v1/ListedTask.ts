// Original file: ../../proto/gateway/billing/v1/task_service.proto

import type { Task as _gateway_billing_v1_Task, Task__Output as _gateway_billing_v1_Task__Output } from '../../../gateway/billing/v1/Task.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListedTask {
  'task'?: (_gateway_billing_v1_Task | null);
  'priceMicros'?: (number | string | Long);
  'startedAt'?: (_google_protobuf_Timestamp | null);
  'endsAt'?: (_google_protobuf_Timestamp | null);
  'isHandedOver'?: (boolean);
}

export interface ListedTask__Output {
  'task': (_gateway_billing_v1_Task__Output | null);
  'priceMicros': (string);
  'startedAt': (_google_protobuf_Timestamp__Output | null);
  'endsAt': (_google_protobuf_Timestamp__Output | null);
  'isHandedOver': (boolean);
}

// Original file: ../../proto/gateway/billing/v1/task_service.proto

export const TaskState = {
  TASK_STATE_UNSPECIFIED: 'TASK_STATE_UNSPECIFIED',
  TASK_STATE_OPEN: 'TASK_STATE_OPEN',
  TASK_STATE_CAPTURED: 'TASK_STATE_CAPTURED',
  TASK_STATE_RELEASED: 'TASK_STATE_RELEASED',
} as const;

export type TaskState =
  | 'TASK_STATE_UNSPECIFIED'
  | 0
  | 'TASK_STATE_OPEN'
  | 1
  | 'TASK_STATE_CAPTURED'
  | 2
  | 'TASK_STATE_RELEASED'
  | 3

export type TaskState__Output = typeof TaskState[keyof typeof TaskState]

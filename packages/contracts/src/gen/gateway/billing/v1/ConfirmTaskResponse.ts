// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface ConfirmTaskResponse {
}

export interface ConfirmTaskResponse__Output {
}

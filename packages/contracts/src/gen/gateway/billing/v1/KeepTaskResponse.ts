// Original file: ../../proto/gateway/billing/v1/task_service.proto


export interface KeepTaskResponse {
}

export interface KeepTaskResponse__Output {
}

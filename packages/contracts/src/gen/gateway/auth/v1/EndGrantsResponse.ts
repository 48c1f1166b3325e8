// Original file: ../../proto/gateway/auth/v1/account_service.proto


export interface EndGrantsResponse {
}

export interface EndGrantsResponse__Output {
}

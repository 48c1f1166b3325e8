// Original file: ../../proto/gateway/auth/v1/operator_service.proto


export interface ListOperatorsRequest {
}

export interface ListOperatorsRequest__Output {
}

// Original file: ../../proto/gateway/edge/v1/circuit_service.proto


export interface ListCircuitsRequest {
}

export interface ListCircuitsRequest__Output {
}

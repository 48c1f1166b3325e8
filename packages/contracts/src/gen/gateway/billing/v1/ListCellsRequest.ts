// Original file: ../../proto/gateway/billing/v1/cell_service.proto


export interface ListCellsRequest {
}

export interface ListCellsRequest__Output {
}

// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface ListMonthsRequest {
}

export interface ListMonthsRequest__Output {
}

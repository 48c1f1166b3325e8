// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface SealMonthsRequest {
}

export interface SealMonthsRequest__Output {
}

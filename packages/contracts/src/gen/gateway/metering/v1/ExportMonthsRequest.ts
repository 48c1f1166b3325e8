// Original file: ../../proto/gateway/metering/v1/month_service.proto


export interface ExportMonthsRequest {
}

export interface ExportMonthsRequest__Output {
}

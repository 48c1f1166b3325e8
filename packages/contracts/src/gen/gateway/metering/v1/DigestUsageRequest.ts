// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface DigestUsageRequest {
  'bounds'?: (string)[];
}

export interface DigestUsageRequest__Output {
  'bounds': (string)[];
}

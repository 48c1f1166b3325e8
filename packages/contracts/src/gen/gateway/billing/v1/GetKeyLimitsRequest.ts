// Original file: ../../proto/gateway/billing/v1/key_limits_service.proto


export interface GetKeyLimitsRequest {
  'keyIds'?: (string)[];
}

export interface GetKeyLimitsRequest__Output {
  'keyIds': (string)[];
}

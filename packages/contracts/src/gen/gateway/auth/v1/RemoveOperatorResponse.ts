// Original file: ../../proto/gateway/auth/v1/operator_service.proto


export interface RemoveOperatorResponse {
  'removed'?: (boolean);
}

export interface RemoveOperatorResponse__Output {
  'removed': (boolean);
}

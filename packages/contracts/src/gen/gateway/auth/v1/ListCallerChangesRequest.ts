// Original file: ../../proto/gateway/auth/v1/auth_service.proto


export interface ListCallerChangesRequest {
  'since'?: (string);
}

export interface ListCallerChangesRequest__Output {
  'since': (string);
}

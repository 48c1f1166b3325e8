// Original file: ../../proto/gateway/oauth/v1/grant_service.proto


export interface RevokeGrantResponse {
  'revokedCount'?: (number);
}

export interface RevokeGrantResponse__Output {
  'revokedCount': (number);
}

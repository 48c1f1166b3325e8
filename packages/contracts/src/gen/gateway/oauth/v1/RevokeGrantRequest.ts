// Original file: ../../proto/gateway/oauth/v1/grant_service.proto


export interface RevokeGrantRequest {
  'buyerId'?: (string);
  'grantId'?: (string);
}

export interface RevokeGrantRequest__Output {
  'buyerId': (string);
  'grantId': (string);
}

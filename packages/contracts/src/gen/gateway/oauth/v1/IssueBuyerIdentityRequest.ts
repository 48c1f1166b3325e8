// Original file: ../../proto/gateway/oauth/v1/identity_service.proto


export interface IssueBuyerIdentityRequest {
  'buyerId'?: (string);
  'publisherUsername'?: (string);
}

export interface IssueBuyerIdentityRequest__Output {
  'buyerId': (string);
  'publisherUsername': (string);
}

// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface ClaimPublisherRequest {
  'accountId'?: (string);
  'username'?: (string);
}

export interface ClaimPublisherRequest__Output {
  'accountId': (string);
  'username': (string);
}

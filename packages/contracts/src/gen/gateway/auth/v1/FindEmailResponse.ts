// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface FindEmailResponse {
  'known'?: (boolean);
  'verified'?: (boolean);
}

export interface FindEmailResponse__Output {
  'known': (boolean);
  'verified': (boolean);
}

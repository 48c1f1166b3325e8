// Original file: ../../proto/gateway/auth/v1/person_service.proto


export interface PersonAccount {
  'accountId'?: (string);
  'email'?: (string);
  'emailVerified'?: (boolean);
  'buyerId'?: (string);
  'publisherUsername'?: (string);
}

export interface PersonAccount__Output {
  'accountId': (string);
  'email': (string);
  'emailVerified': (boolean);
  'buyerId': (string);
  'publisherUsername': (string);
}

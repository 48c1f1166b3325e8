// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface ListApiKeysRequest {
  'email'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListApiKeysRequest__Output {
  'email': (string);
  'pageSize': (number);
  'pageToken': (string);
}

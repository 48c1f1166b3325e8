// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface ListBuyersRequest {
  'search'?: (string);
  'suspendedOnly'?: (boolean);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListBuyersRequest__Output {
  'search': (string);
  'suspendedOnly': (boolean);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/auth/v1/account_admin_service.proto


export interface ListKeyMarksRequest {
  'buyerIds'?: (string)[];
}

export interface ListKeyMarksRequest__Output {
  'buyerIds': (string)[];
}

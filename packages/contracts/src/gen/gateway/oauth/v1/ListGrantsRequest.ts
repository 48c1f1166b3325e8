// Original file: ../../proto/gateway/oauth/v1/grant_service.proto


export interface ListGrantsRequest {
  'buyerId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListGrantsRequest__Output {
  'buyerId': (string);
  'pageSize': (number);
  'pageToken': (string);
}

// Original file: ../../proto/gateway/metering/v1/usage_service.proto


export interface ListKeyUsesRequest {
  'buyerId'?: (string);
  'keyIds'?: (string)[];
}

export interface ListKeyUsesRequest__Output {
  'buyerId': (string);
  'keyIds': (string)[];
}

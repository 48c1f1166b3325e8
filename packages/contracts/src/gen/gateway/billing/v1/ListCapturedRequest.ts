// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListCapturedRequest {
  'fromCallId'?: (string);
  'toCallId'?: (string);
}

export interface ListCapturedRequest__Output {
  'fromCallId': (string);
  'toCallId': (string);
}

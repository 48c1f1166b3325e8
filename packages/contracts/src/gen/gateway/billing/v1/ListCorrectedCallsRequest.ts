// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface ListCorrectedCallsRequest {
  'afterCorrectedAt'?: (string);
  'afterCallId'?: (string);
  'pageSize'?: (number);
}

export interface ListCorrectedCallsRequest__Output {
  'afterCorrectedAt': (string);
  'afterCallId': (string);
  'pageSize': (number);
}

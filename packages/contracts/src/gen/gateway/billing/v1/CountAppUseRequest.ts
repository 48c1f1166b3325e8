// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto


export interface CountAppUseRequest {
  'appId'?: (string);
}

export interface CountAppUseRequest__Output {
  'appId': (string);
}

// Original file: ../../proto/gateway/edge/v1/circuit_service.proto


export interface ListCircuitsRequest {
  'publisherUsername'?: (string);
}

export interface ListCircuitsRequest__Output {
  'publisherUsername': (string);
}

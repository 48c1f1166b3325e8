// Original file: ../../proto/gateway/edge/v1/probe_service.proto


export interface ProbeUpstreamRequest {
  'publisherUsername'?: (string);
  'adapter'?: (string);
  'upstream'?: (string);
  'model'?: (string);
}

export interface ProbeUpstreamRequest__Output {
  'publisherUsername': (string);
  'adapter': (string);
  'upstream': (string);
  'model': (string);
}

// Original file: ../../proto/gateway/edge/v1/probe_service.proto


export interface ProbedTool {
  'name'?: (string);
  'title'?: (string);
  'description'?: (string);
  'inputSchema'?: (string);
  'outputSchema'?: (string);
}

export interface ProbedTool__Output {
  'name': (string);
  'title': (string);
  'description': (string);
  'inputSchema': (string);
  'outputSchema': (string);
}

// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface OwnTool {
  'name'?: (string);
  'title'?: (string);
  'description'?: (string);
  'inputSchema'?: (string);
  'outputSchema'?: (string);
}

export interface OwnTool__Output {
  'name': (string);
  'title': (string);
  'description': (string);
  'inputSchema': (string);
  'outputSchema': (string);
}

// Original file: ../../proto/gateway/oauth/v1/document_service.proto


export interface SignDocumentResponse {
  'jws'?: (string);
}

export interface SignDocumentResponse__Output {
  'jws': (string);
}

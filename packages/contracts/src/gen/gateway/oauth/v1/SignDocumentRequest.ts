// Original file: ../../proto/gateway/oauth/v1/document_service.proto

import type { DocumentKind as _gateway_oauth_v1_DocumentKind, DocumentKind__Output as _gateway_oauth_v1_DocumentKind__Output } from '../../../gateway/oauth/v1/DocumentKind.ts';

export interface SignDocumentRequest {
  'kind'?: (_gateway_oauth_v1_DocumentKind);
  'documentJson'?: (string);
}

export interface SignDocumentRequest__Output {
  'kind': (_gateway_oauth_v1_DocumentKind__Output);
  'documentJson': (string);
}
